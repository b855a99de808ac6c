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
    isDebug: false, assertsAreOn: false, jemalloc: "5.3.0",
    clock: ClockQuality(stepNs: 20, costNs: 22.5),
    counting: CounterReport(known: [
      KnownCount(name: "boxes", counter: "allocations", asked: 1000, counted: 1000)
    ]),
    instructions: .success(InstructionTool(valgrind: nil)), cores: [0, 1, 2, 3],
    machineCoreCount: 4, disturbances: [])

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
    #expect(
      report.findings.map(\.subject) == [
        "build", "allocator", "clock", "counting", "instructions", "affinity", "machine",
      ])
  }

  @Test(arguments: [
    Change("build") { $0.isDebug = true },
    Change("build") { $0.assertsAreOn = true },
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
    #expect(try finding("allocator") { $0.jemalloc = nil }.level == .missing)
    #expect(try finding("affinity") { $0.cores = nil }.level == .missing)
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
    Change("machine") { $0.disturbances = ["other processes use 98.5 % of the CPU"] },
    Change("affinity") { $0.cores = [2] },
    Change("clock") { $0.clock = ClockQuality(stepNs: 1, costNs: 800) },
  ])
  func `disturbances are reported, and the build stays right`(change: Change) throws {
    var examination = Self.healthy
    change.make(&examination)
    let report = Doctor.report(examination)
    #expect(report.isRight)
    #expect(report.findings.filter { $0.level == .spoils }.map(\.subject) == [change.subject])
  }

  @Test func `one allowed core has a remedy only if the machine has more`() throws {
    let remedy = try finding("affinity") { $0.cores = [2] }.remedy
    #expect(remedy?.hasPrefix("taskset --cpu-list 0-3 ") == true)
    let single = try finding("affinity") {
      $0.cores = [0]
      $0.machineCoreCount = 1
    }
    #expect(single.level == .spoils && single.remedy == nil)
  }
}

/// The layout of findings.
struct DoctorReportTests {
  private let report = DoctorReport(findings: [
    Finding(.fine, "build", "release"),
    Finding(
      .spoils, "stolen time", String(repeating: "many words that say little ", count: 6),
      remedy: String(repeating: "do this, or that ", count: 8)),
    Finding(.missing, "x", "y", remedy: "z"),
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
