import Testing

@testable import FlowHarness
@testable import FlowRunner

/// What the kernel says of the machine, from its own texts.
struct EnvironmentTests {
  @Test(arguments: [
    ([], ""), ([0], "0"), ([1, 0], "0-1"), ([5, 0, 2, 1], "0-2,5"), ([3, 3, 7, 9, 8], "3,7-9"),
  ])
  func `cores are written as the kernel writes them`(cores: [Int], text: String) {
    #expect(CoreList.text(cores) == text)
  }

  @Test func `governors that agree are one word, others come with their cores`() {
    #expect(Governors(byCore: [:]).text.isEmpty)
    #expect(Governors(byCore: [0: "performance", 1: "performance"]).text == "performance")
    #expect(
      Governors(byCore: [0: "performance", 1: "powersave", 2: "performance", 3: "powersave"]).text
        == "performance:0,2 powersave:1,3")
  }

  @Test func `one core whose frequency follows its load is enough`() {
    #expect(!Governors(byCore: [:]).followLoad)
    #expect(!Governors(byCore: [0: "performance", 1: "userspace"]).followLoad)
    #expect(Governors(byCore: [0: "performance", 1: "schedutil"]).followLoad)
  }

  @Test(arguments: [
    ("processor : 0\nflags\t\t: fpu vme hypervisor lahf_lm\nbugs\t\t:", true),
    ("processor : 0\nflags\t\t: fpu vme lahf_lm\n\nflags : hypervisor", false),
    ("processor : 0\nFeatures : fp asimd hypervisor", nil), ("", nil),
  ])
  func `a virtual machine is known by the flag of the processor`(text: String, is virtual: Bool?) {
    #expect(Machine.isVirtual(cpuInfo: text) == virtual)
  }

  @Test(arguments: [
    ("always [madvise] never", "madvise"), ("[always] madvise never", "always"), ("never", ""),
    ("", ""), ("always [mad", ""),
  ])
  func `of several choices the one in brackets holds`(line: String, word: String) {
    #expect(Machine.chosen(in: line) == word)
  }

  @Test func `this machine answers in the same words`() {
    #expect(Machine.hugePages.allSatisfy { $0.isLetter })
    #expect(!Machine.clockSource.contains { $0.isWhitespace })
    #expect(!Machine.governors.text.contains { $0.isNewline })
  }
}

/// Where the cores' time went.
struct ProcessorTimeTests {
  private let text = """
    cpu  1000 20 300 4000 500 6 74 100 900 10
    cpu0 500 10 150 2000 250 3 37 50 450 5
    intr 1 2 3
    """

  @Test func `guests are not counted twice, and waiting for a disk is idle`() {
    #expect(
      ProcessorTime(parsing: text)
        == ProcessorTime(total: 6000, idle: 4500, stolen: 100, processes: 1320))
  }

  @Test(arguments: [
    "", "cpu", "cpu0 1 2 3 4 5 6 7 8 9 10", "cpu  1 2 3 4 5 6 7", "cpu  1 2 3 4 5 6 seven 8",
    "cpu  1 2 3 4 -5 6 7 8",
  ])
  func `a kernel that does not say what was stolen says nothing`(text: String) {
    #expect(ProcessorTime(parsing: text) == nil)
  }

  @Test func `shares are of all time between two readings`() {
    let start = ProcessorTime(total: 6000, idle: 4500, stolen: 100)
    let end = ProcessorTime(total: 6400, idle: 4600, stolen: 108)
    #expect(end.stolenShare(since: start) == 0.02)
  }

  @Test func `no time, and counts that went backwards, have no share`() {
    let start = ProcessorTime(total: 6000, idle: 4500, stolen: 100)
    #expect(start.stolenShare(since: start) == nil)
    let back = ProcessorTime(total: 6100, idle: 4550, stolen: 99)
    #expect(back.stolenShare(since: start) == nil)
    let earlier = ProcessorTime(total: 5000, idle: 4000, stolen: 100)
    #expect(earlier.stolenShare(since: start) == nil)
    // More was stolen than there was time: the kernel's own arithmetic may slip.
    let slipped = ProcessorTime(total: 6010, idle: 4500, stolen: 120)
    #expect(slipped.stolenShare(since: start) == nil)
  }

  @Test func `what one reading lacks has no share`() {
    let time = ProcessorTime(total: 1, idle: 0, stolen: 0)
    let known = MachineReading(load: 1, time: time)
    #expect(known.stolenShare(since: MachineReading(load: 1, time: nil)) == nil)
    #expect(MachineReading(load: nil, time: nil).stolenShare(since: known) == nil)
  }

  #if os(Linux)
    @Test func `this machine says where its time went`() throws {
      let time = try #require(ProcessorTime.current)
      #expect(time.total > time.idle)
    }
  #endif
}

/// Which processes are in the way.
struct ProcessActivityTests {
  @Test func `a name may hold any letter`() {
    let line = "71 (a) b (c) S 1 71 71 0 -1 4194560 9 0 0 0 120 35 7 8 20 0 1 0 99 0 0"
    #expect(
      ProcessActivity.process(parsing: line)
        == .init(name: "a) b (c", ticks: 155, childTicks: 15))
  }

  @Test(arguments: ["", "71 (a", "71 (a) S 1 71", "71 )a( S 1 2 3 4 5 6 7 8 9 10 11 12 13"])
  func `anything else is no process`(text: String) {
    #expect(ProcessActivity.process(parsing: text) == nil)
  }

  @Test func `names come by what all processes of that name have used`() {
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
    @Test func `this very process is among those that can be seen`() {
      let names = ProcessActivity.current.processes.values.map(\.name)
      #expect(!names.isEmpty && names.allSatisfy { !$0.isEmpty })
    }
  #endif
}
