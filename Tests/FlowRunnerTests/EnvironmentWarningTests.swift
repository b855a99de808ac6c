import ResultFixtures
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
    stolen: UInt64? = 50, disturbed: Int = 0, quota: CPUQuota? = nil, cores: Int = 2,
    governors: [Int: String] = [:], isDebugBuild: Bool = false
  ) -> [EnvironmentWarning] {
    let time = stolen.map { ProcessorTime(total: 20_000, idle: 9_500, stolen: $0) }
    var trials = TrialDisturbances()
    for trial in 0..<90 {
      trials.add(MachineUse(isDisturbed: trial < disturbed, busiest: ["backup"]))
    }
    return EnvironmentWarning.warnings(
      before: quiet, after: MachineReading(load: 9, time: time, quota: quota), trials: trials,
      cores: cores, governors: Governors(byCore: governors), isDebugBuild: isDebugBuild)
  }

  @Test func `a quiet machine and a release build leave no warning`() {
    #expect(warnings().isEmpty)
    #expect(warnings(governors: [0: "performance"]).isEmpty)
  }

  @Test func `a load average says nothing about what happens during the trials`() {
    var before = quiet
    before.load = 1.67
    let warnings = EnvironmentWarning.warnings(
      before: before, after: before, trials: TrialDisturbances(), cores: 2,
      governors: Governors(byCore: [:]), isDebugBuild: false)
    #expect(warnings.isEmpty)
  }

  @Test func `trials that other processes disturbed are counted, and the processes named`() {
    #expect(warnings(disturbed: 1) == [.disturbed(trials: 1, of: 90, by: ["backup"])])
  }

  @Test func `a quota below the cores is a warning, and one that allows all of them is none`() {
    #expect(warnings(quota: CPUQuota(cores: 2)).isEmpty)
    let half = CPUQuota(cores: 0.5)
    #expect(warnings(quota: half) == [.quota(half, cores: 2)])
    #expect(warnings(quota: CPUQuota(cores: 1), cores: 1).isEmpty)
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
    let all = warnings(
      stolen: 550, disturbed: 3,
      quota: CPUQuota(cores: 0.5, periods: 127, throttledPeriods: 122, throttledNs: 9),
      governors: [0: "ondemand"], isDebugBuild: true)
    #expect(
      all.map(\.description) == [
        "built as debug: this measures the compiler, not the stores",
        "other processes used the CPU during 3 of 90 trials, most of it backup",
        "a CPU quota allows 0.5 of 2 cores, 122 of 127 periods were throttled",
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
    var trials = TrialDisturbances()
    trials.shareBefore = 0.25
    let warnings = row.complete(before, after, trials)
    #expect(row.otherShareBefore == 0.25)
    #expect(row.loadAfter == 1.25)
    #expect(row.stolenShare == 0.1)
    #expect(warnings.contains(.stolen(share: 0.1)))
    #expect(row.warning.hasPrefix("an earlier warning; "))
    for warning in warnings { #expect(row.warning.contains(warning.description)) }
    #expect(
      row.warning.split(separator: "; ").count == Set(row.warning.split(separator: "; ")).count)
  }

  @Test func `no warning contains what separates warnings`() {
    for warning in warnings(
      stolen: 5_000, disturbed: 9, quota: CPUQuota(cores: 0.1, periods: 9, throttledPeriods: 1),
      governors: [0: "x"], isDebugBuild: true)
    {
      #expect(!"\(warning)".contains("; "))
    }
  }

  @Test func `warnings about some trials are not among those about all`() {
    var row = RunRow.full
    row.warning = warnings(
      stolen: 550, disturbed: 3, quota: CPUQuota(cores: 0.5), isDebugBuild: true
    ).map(\.description).joined(separator: "; ")
    #expect(
      row.generalWarning
        == "built as debug: this measures the compiler, not the stores; "
        + "the hypervisor gave 5.00 % of the time to others")
  }
}
