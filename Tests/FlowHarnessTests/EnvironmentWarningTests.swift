import Testing

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// Warnings about a run as a whole.
struct EnvironmentWarningTests {
  private let quiet = MachineReading(
    load: 0.3, time: ProcessorTime(total: 10_000, idle: 9_000, stolen: 50))

  /// The warnings when the machine was like this.
  private func warnings(
    load: Double? = 0.3, stolen: UInt64? = 50, cores: Int = 2, governors: [Int: String] = [:],
    isDebugBuild: Bool = false
  ) -> [EnvironmentWarning] {
    var before = quiet
    before.load = load
    let time = stolen.map { ProcessorTime(total: 20_000, idle: 9_500, stolen: $0) }
    return EnvironmentWarning.warnings(
      before: before, after: MachineReading(load: 9, time: time), cores: cores,
      governors: Governors(byCore: governors), isDebugBuild: isDebugBuild)
  }

  @Test func `a quiet machine and a release build leave no warning`() {
    #expect(warnings().isEmpty)
    #expect(warnings(governors: [0: "performance"]).isEmpty)
  }

  @Test func `load counts before the run and not after it, where it is the run's own`() {
    #expect(warnings(load: 1).isEmpty)
    #expect(warnings(load: 1.01) == [.busyBefore(load: 1.01, cores: 2)])
    #expect(warnings(load: 1.01, cores: 4).isEmpty)
    #expect(warnings(load: nil).isEmpty)
  }

  @Test func `more than a hundredth of the time stolen is doubtful`() {
    #expect(warnings(stolen: 150).isEmpty)
    #expect(warnings(stolen: 151) == [.stolen(share: 0.0101)])
    #expect(warnings(stolen: nil).isEmpty)
  }

  @Test func `a frequency that follows the load is doubtful`() {
    #expect(
      warnings(governors: [0: "powersave", 1: "powersave"])
        == [.frequencyFollowsLoad(governors: "powersave")])
  }

  @Test func `all warnings are given in words, with their numbers`() {
    let all = warnings(load: 4.61, stolen: 550, governors: [0: "ondemand"], isDebugBuild: true)
    #expect(
      all.map(\.description) == [
        "built as debug: this measures the compiler, not the stores",
        "others are using this machine: load 4.61 before the run, 2 cores",
        "the frequency of cores follows their load: governor ondemand",
        "the hypervisor gave 5.00 % of the time to others",
      ])
  }

  @Test func `a row is completed when its run ends, and keeps the warnings of earlier parts`() {
    var row = RunRow.full
    row.warning = "an earlier warning; built as debug: this measures the compiler, not the stores"
    var before = quiet
    before.load = 1_000_000
    let after = MachineReading(
      load: 1.25, time: ProcessorTime(total: 20_000, idle: 9_500, stolen: 1_050))
    let warnings = row.complete(before, after)
    #expect(row.loadAfter == 1.25)
    #expect(row.stolenShare == 0.1)
    #expect(warnings.contains(.stolen(share: 0.1)))
    #expect(row.warning.hasPrefix("an earlier warning; "))
    for warning in warnings { #expect(row.warning.contains(warning.description)) }
    #expect(
      row.warning.split(separator: "; ").count == Set(row.warning.split(separator: "; ")).count)
  }

  @Test func `no warning contains what separates warnings`() {
    for warning in warnings(load: 9, stolen: 5_000, governors: [0: "x"], isDebugBuild: true) {
      #expect(!"\(warning)".contains("; "))
    }
  }
}
