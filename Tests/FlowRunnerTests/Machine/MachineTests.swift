import Foundation
import Measurement
import Platform
import Testing

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// The facts about a machine in the kernel's texts.
struct EnvironmentTests {
  @Test(arguments: [
    ([], ""), ([0], "0"), ([1, 0], "0-1"), ([5, 0, 2, 1], "0-2,5"), ([3, 3, 7, 9, 8], "3,7-9"),
  ])
  func `cores have the kernel's notation`(cores: [Int], text: String) {
    #expect(CoreList.text(cores) == text)
  }

  @Test func `equal governors are one word, others have their cores`() {
    #expect(Governors(byCore: [:]).text.isEmpty)
    #expect(Governors(byCore: [0: "performance", 1: "performance"]).text == "performance")
    #expect(
      Governors(byCore: [0: "performance", 1: "powersave", 2: "performance", 3: "powersave"]).text
        == "performance:0,2 powersave:1,3")
  }

  @Test func `one core is enough for a frequency that follows the load`() {
    #expect(!Governors(byCore: [:]).followLoad)
    #expect(!Governors(byCore: [0: "performance", 1: "userspace"]).followLoad)
    #expect(Governors(byCore: [0: "performance", 1: "schedutil"]).followLoad)
  }

  @Test(arguments: [
    ("processor : 0\nflags\t\t: fpu vme hypervisor lahf_lm\nbugs\t\t:", true),
    ("processor : 0\nflags\t\t: fpu vme lahf_lm\n\nflags : hypervisor", false),
    ("processor : 0\nFeatures : fp asimd hypervisor", nil), ("", nil),
  ])
  func `a virtual machine has a flag of the processor`(text: String, is virtual: Bool?) {
    #expect(Machine.isVirtual(cpuInfo: text) == virtual)
  }

  @Test(arguments: [
    ("always [madvise] never", "madvise"), ("[always] madvise never", "always"), ("never", ""),
    ("", ""), ("always [mad", ""),
  ])
  func `the choice in brackets is current`(line: String, word: String) {
    #expect(Machine.chosen(in: line) == word)
  }

  @Test func `this machine writes cores in the same notation`() {
    #expect(Machine.hugePages.allSatisfy { $0.isLetter })
    #expect(!Machine.clockSource.contains { $0.isWhitespace })
    #expect(!Machine.governors.text.contains { $0.isNewline })
  }
}

/// The use of cores.
struct ProcessorTimeTests {
  private let text = """
    cpu  1000 20 300 4000 500 6 74 100 900 10
    cpu0 500 10 150 2000 250 3 37 50 450 5
    intr 1 2 3
    """

  @Test func `time of virtual machines is not counted twice`() {
    #expect(
      ProcessorTime(parsing: text)
        == ProcessorTime(total: 6000, stolen: 100, processes: 1320))
  }

  @Test(arguments: [
    "", "cpu", "cpu0 1 2 3 4 5 6 7 8 9 10", "cpu  1 2 3 4 5 6 7", "cpu  1 2 3 4 5 6 seven 8",
    "cpu  1 2 3 4 -5 6 7 8",
  ])
  func `a text without stolen time is refused`(text: String) {
    #expect(ProcessorTime(parsing: text) == nil)
  }

  @Test func `shares are relative to the time between two readings`() {
    let start = ProcessorTime(total: 6000, stolen: 100)
    let end = ProcessorTime(total: 6400, stolen: 108)
    #expect(end.stolenShare(since: start) == 0.02)
  }

  @Test func `a share needs time, and counts that grow`() {
    let start = ProcessorTime(total: 6000, stolen: 100)
    #expect(start.stolenShare(since: start) == nil)
    let back = ProcessorTime(total: 6100, stolen: 99)
    #expect(back.stolenShare(since: start) == nil)
    let earlier = ProcessorTime(total: 5000, stolen: 100)
    #expect(earlier.stolenShare(since: start) == nil)
    // The kernel may report more stolen time than time.
    let slipped = ProcessorTime(total: 6010, stolen: 120)
    #expect(slipped.stolenShare(since: start) == nil)
  }

  @Test func `a share needs both readings`() {
    let time = ProcessorTime(total: 1, stolen: 0)
    let known = MachineReading(load: 1, time: time)
    #expect(known.stolenShare(since: MachineReading(load: 1, time: nil)) == nil)
    #expect(MachineReading(load: nil, time: nil).stolenShare(since: known) == nil)
  }

  #if os(Linux)
    @Test func `this machine has the counts of processor time`() throws {
      let time = try #require(ProcessorTime.current)
      #expect(time.total > 0)
    }
  #endif
}

/// The busiest processes.
struct ProcessActivityTests {
  @Test func `a name may contain any character`() {
    let line = "71 (a) b (c) S 1 71 71 0 -1 4194560 9 0 0 0 120 35 7 8 20 0 1 0 99 0 0"
    #expect(
      ProcessActivity.process(parsing: line)
        == .init(name: "a) b (c", ticks: 155, childTicks: 15))
  }

  @Test(arguments: ["", "71 (a", "71 (a) S 1 71", "71 )a( S 1 2 3 4 5 6 7 8 9 10 11 12 13"])
  func `a text of another form is no process`(text: String) {
    #expect(ProcessActivity.process(parsing: text) == nil)
  }

  @Test func `names are sorted by the use of all their processes`() {
    let start = ProcessActivity(processes: [
      1: .init(name: "init", ticks: 500), 2: .init(name: "compiler", ticks: 10),
      3: .init(name: "editor", ticks: 7), 9: .init(name: "flowbench", ticks: 1),
    ])
    let end = ProcessActivity(processes: [
      1: .init(name: "init", ticks: 500), 2: .init(name: "compiler", ticks: 40),
      3: .init(name: "editor", ticks: 57), 9: .init(name: "flowbench", ticks: 900),
      12: .init(name: "compiler", ticks: 30), 13: .init(name: "backup", ticks: 5),
    ])
    #expect(end.busiest(since: start, except: 9, count: 3) == ["compiler", "editor", "backup"])
    #expect(end.busiest(since: start, except: 9, count: 1) == ["compiler"])
    #expect(end.busiest(since: end, except: 9, count: 3).isEmpty)
  }

  #if os(Linux)
    @Test func `visible processes have names`() {
      let names = ProcessActivity.current.processes.values.map(\.name)
      #expect(!names.isEmpty && names.allSatisfy { !$0.isEmpty })
    }
  #endif
}

/// The cores that a process may use.
struct AllowedCoresTests {
  @Test(.enabled(if: CoreAffinity.current?.withoutLast != nil, "a system with one core for us"))
  func `the number of cores is that of the affinity mask`() async throws {
    let others = try #require(CoreAffinity.current?.withoutLast)
    // The mask belongs to the calling thread.
    let count = await withCheckedContinuation { (continuation: CheckedContinuation<Int, Never>) in
      Thread.detachNewThread {
        others.moveCallingThread()
        continuation.resume(returning: Machine.cpuCount)
      }
    }
    #expect(count == others.cores.count)
  }

  @Test func `more workers than cores wait for each other`() {
    #expect(CoreShortage.warning(workers: 2, cores: 2) == nil)
    #expect(
      CoreShortage.warning(workers: 4, cores: 2)
        == "4 workers share 2 cores and wait for each other")
    #expect(
      CoreShortage.warning(workers: 2, cores: 1)
        == "2 workers share 1 core and wait for each other")
  }

  @Test func `a free scenario has a warning if there is one core`() {
    #expect(CoreShortage.warning(.free, cores: 2) == nil)
    #expect(CoreShortage.warning(.pinned, cores: 1) == nil)
    #expect(CoreShortage.warning(nil, cores: 1) == nil)
    #expect(
      CoreShortage.warning(.free, cores: 1) == "not free: the process may use 1 core only")
  }

  @MainActor
  @Test func `the legend states the cores of free rows`() {
    #expect(RunReport.freeCores(4).hasPrefix("@free: on the 4 cores that the process could use"))
    #expect(RunReport.freeCores(1).hasPrefix("@free: on one core as every other row"))
  }
}
