import Foundation
import Testing

@testable import FlowFloor
@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner
@testable import Platform

/// A change of a machine or a build, and the subject it concerns.
struct Change: Sendable, CustomTestStringConvertible {
  let subject: String
  let make: @Sendable (inout Examination) -> Void

  init(_ subject: String, _ make: @escaping @Sendable (inout Examination) -> Void) {
    self.subject = subject
    self.make = make
  }

  var testDescription: String { subject }
}

/// The findings about machines and builds with known properties.
struct DoctorTests {
  /// A machine without disturbances, and a right build.
  static let healthy = Examination(
    build: .init(
      isDebug: false, assertsAreOn: false, trapsOverlaps: true, linksJemalloc: true,
      servingJemalloc: "5.3.0", swift: "6.3"),
    machine: .init(
      system: "Linux", cores: [0, 1, 2, 3], coreCount: 4, machineCoreCount: 4,
      clock: ClockQuality(stepNs: 20, costNs: 22.5), clockSource: "tsc",
      governors: Governors(byCore: [0: "performance", 1: "performance"]), isVirtual: false,
      stolenShare: 0,
      use: MachineUse(disturbance: Disturbance(otherShare: 0.004))),
    counting: CounterReport(known: [
      KnownCount(name: "boxes", counter: "allocations", asked: 1000, counted: 1000)
    ]),
    instructions: .success(InstructionTool(valgrind: nil)))

  /// The finding on one subject, after a change to the healthy machine.
  private func finding(
    _ subject: String, _ change: (inout Examination) -> Void = { _ in }
  ) throws -> Finding {
    var examination = Self.healthy
    change(&examination)
    return try #require(
      Doctor.report(examination).findings.first { $0.subject == subject }, "\(subject)")
  }

  @Test func `a quiet machine with a right build is fine`() {
    let report = Doctor.report(Self.healthy)
    #expect(report.isRight)
    #expect(report.findings.allSatisfy { $0.level == .fine && $0.remedy == nil })
    #expect(Set(report.findings.map(\.subject)).count == Doctor.checks.count)
  }

  @Test(arguments: [
    Change("build") { $0.build.isDebug = true },
    Change("assertions") { $0.build.assertsAreOn = true },
    Change("exclusivity") { $0.build.trapsOverlaps = false },
    Change("allocator") { $0.build.servingJemalloc = nil },
    Change("counting") { $0.counting.known[0].counted = 999 },
    Change("counting") { $0.counting.known[0].counted = nil },
  ])
  func `a wrong build is reported`(change: Change) throws {
    var examination = Self.healthy
    change.make(&examination)
    let report = Doctor.report(examination)
    #expect(!report.isRight)
    #expect(report.findings.filter { $0.level == .wrong }.map(\.subject) == [change.subject])
    #expect(report.text(isColoured: false).hasSuffix("do not use results of this build\n"))
  }

  @Test func `a missing ability is reported with its remedy`() throws {
    let instructions = try finding("instructions") {
      $0.instructions = InstructionTool.choose(
        refusal: PerfEventCounter.unavailable(ENOENT, paranoid: nil), valgrind: nil)
    }
    #expect(instructions.level == .missing)
    #expect(
      instructions.remedy == "make deps WITH_VALGRIND=1, or: apt-get install valgrind")
    let counting = try finding("counting") {
      $0.counting = CounterReport(invalidReason: "no library")
    }
    #expect(counting.level == .missing && counting.what == "no library")
    #expect(counting.remedy == CounterLibrary.build)
    let allocator = try finding("allocator") {
      $0.build.linksJemalloc = false
      $0.build.servingJemalloc = nil
    }
    #expect(allocator.level == .missing)
  }

  @Test func `a counter of allocations only is incomplete`() throws {
    let counting = try finding("counting") {
      $0.counting.runtimeInvalidReason = "not this processor"
    }
    #expect(counting.level == .missing)
    #expect(
      counting.what
        == "allocations only (1 known counts, all exact): not this processor")
  }

  @Test func `the counter of instructions is named`() throws {
    #expect(try finding("instructions").what == "counted by the processor")
    let callgrind = try finding("instructions") {
      $0.instructions = .success(InstructionTool(valgrind: "/usr/bin/valgrind"))
    }
    #expect(callgrind.level == .fine && callgrind.what.hasPrefix("counted by callgrind"))
  }

  @Test(arguments: [
    Change("others") { $0.machine.use.isDisturbed = true },
    Change("CPU quota") { $0.machine.quota = CPUQuota(cores: 3.5) },
    Change("stolen time") { $0.machine.stolenShare = 0.011 },
    Change("hypervisor") { $0.machine.isVirtual = true },
    Change("frequency") { $0.machine.governors = Governors(byCore: [0: "powersave"]) },
    Change("affinity") { $0.machine.cores = [2] },
    Change("timing") { $0.machine.clock = ClockQuality(stepNs: 1, costNs: 800) },
  ])
  func `disturbances are reported, and the build stays right`(change: Change) throws {
    var examination = Self.healthy
    change.make(&examination)
    let report = Doctor.report(examination)
    #expect(report.isRight)
    #expect(report.findings.filter { $0.level == .spoils }.map(\.subject) == [change.subject])
  }

  @Test(arguments: [
    Change("others") { $0.machine.use.disturbance.otherShare = nil },
    Change("stolen time") { $0.machine.stolenShare = nil },
    Change("hypervisor") { $0.machine.isVirtual = nil },
    Change("affinity") { $0.machine.cores = nil },
    Change("exclusivity") { $0.build.trapsOverlaps = nil },
  ])
  func `an unknown fact has the level missing, not fine`(change: Change) throws {
    #expect(try finding(change.subject, change.make).level == .missing)
  }

  @Test func `the limits are those of warnings about a run`() throws {
    #expect(try finding("stolen time") { $0.machine.stolenShare = 0.01 }.level == .fine)
    #expect(try finding("CPU quota") { $0.machine.quota = CPUQuota(cores: 4) }.level == .fine)
  }

  @Test func `processes that disturb are named`() throws {
    let others = try finding("others") {
      $0.machine.use = MachineUse(
        disturbance: Disturbance(otherShare: 0.985), isDisturbed: true,
        busiest: ["swift-frontend", "backup"])
    }
    #expect(
      others.what
        == "used 98.5 % of the cores during one second, most of it swift-frontend, backup")
  }

  @Test func `a quota is reported with its throttled periods`() throws {
    let quota = try finding("CPU quota") {
      $0.machine.quota = CPUQuota(
        cores: 0.5, periods: 127, throttledPeriods: 122, throttledNs: 1)
    }
    #expect(
      quota.what == "0.5 of 4 cores, 122 of 127 periods were throttled: "
        + "processes pause when the quota is used up")
  }

  @Test func `one allowed core has a remedy only if the machine has more`() throws {
    let remedy = try finding("affinity") { $0.machine.cores = [2] }.remedy
    #expect(remedy?.hasPrefix("taskset --cpu-list 0-3 ") == true)
    let single = try finding("affinity") {
      $0.machine.cores = [0]
      $0.machine.machineCoreCount = 1
    }
    #expect(single.level == .spoils && single.remedy == nil)
  }

  @Test func `a clock is reported with the interval that it can time`() throws {
    #expect(
      try finding("timing").what
        == "tsc: step 20 ns, a reading costs 22.5 ns; "
        + "intervals from 42.5 µs are timed to 0.1 %")
    let slow = try finding("timing") {
      $0.machine.clock = ClockQuality(stepNs: 100, costNs: 900)
      $0.machine.clockSource = "acpi_pm"
    }
    #expect(slow.remedy?.hasPrefix("choose tsc in ") == true)
  }
}

/// The layout of findings.
struct DoctorReportTests {
  private let report = DoctorReport(findings: [
    Finding(.fine, "release", subject: "build"),
    Finding(
      .spoils, String(repeating: "many words that say little ", count: 6),
      remedy: String(repeating: "do this, or that ", count: 8), subject: "stolen time"),
    Finding(.missing, "y", remedy: "z", subject: "x"),
  ])

  @Test func `subjects and facts are aligned, with the remedy below`() {
    #expect(
      DoctorReport(findings: [report.findings[0], report.findings[2]]).text(isColoured: false)
        == """
        fine     build  release
        missing  x      y
                        → z

        1 fine, 1 missing

        """)
  }

  @Test func `no line is too wide or ends in a space`() {
    let lines = report.text(isColoured: false).split(separator: "\n")
    #expect(lines.count > 6)
    #expect(lines.allSatisfy { $0.count <= DoctorReport.width && !$0.hasSuffix(" ") })
  }

  @Test func `colours are optional and change no character`() {
    let plain = report.text(isColoured: false)
    let coloured = report.text(isColoured: true)
    #expect(!plain.contains("\u{1B}"))
    #expect(coloured.contains("\u{1B}[32mfine   \u{1B}[0m"))
    #expect(coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
  }

  @Test(arguments: [
    ("", 10, []), ("one", 1, ["one"]), ("one two", 7, ["one two"]), ("one two", 6, ["one", "two"]),
    ("a veryverylongword b", 5, ["a", "veryverylongword", "b"]),
  ])
  func `text breaks between words`(text: String, width: Int, lines: [String]) {
    #expect(TextWrap.lines(text, width: width) == lines)
  }

  @Test func `the JSON contains every finding and the verdict about the build`() throws {
    let json = try JSONSerialization.jsonObject(with: Data(report.json().utf8))
    let content = try #require(json as? [String: Any])
    #expect(content["isRight"] as? Bool == true)
    let findings = try #require(content["findings"] as? [[String: String]])
    #expect(findings.map { $0["level"] } == ["fine", "spoils", "missing"])
    #expect(findings[0]["remedy"] == nil && findings[2]["remedy"] == "z")
  }
}
