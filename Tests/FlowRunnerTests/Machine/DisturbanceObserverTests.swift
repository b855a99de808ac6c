import ResultFixtures
import Testing

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// The wait for a quiet machine, and the disturbances of trials.
@MainActor
struct DisturbanceObserverTests {
  /// A machine on which another process uses a core in some seconds.
  private final class Machine {
    let busySeconds: Set<Int>
    var second = 0
    var said: [String] = []
    /// After which second it is interrupted.
    var interruption = Int.max

    init(busy: some Sequence<Int>) { busySeconds = Set(busy) }

    /// The reading at the end of the current second.
    var reading: MachineReading {
      let busy = UInt64(busySeconds.filter { $0 <= second }.count) * 100
      let time = ProcessorTime(
        total: UInt64(second) * 200, stolen: 0, processes: busy)
      return MachineReading(time: time, allowedTime: time, allowedCores: 2, ownNs: 0)
    }

    @MainActor
    func observer() -> DisturbanceObserver {
      DisturbanceObserver(
        read: { self.reading },
        readProcesses: {
          ProcessActivity(processes: [9: .init(name: "backup", ticks: UInt64(self.second) * 90)])
        }, nowNs: { UInt64(self.second) * 1_000_000_000 })
    }

    @MainActor
    func settle(_ observer: DisturbanceObserver) async {
      await observer.settle(
        isInterrupted: { self.second >= self.interruption },
        pause: { self.second += Int($0 / 1_000_000_000) }, say: { self.said.append($0) })
    }
  }

  @Test func `a quiet machine is observed for one second without a message`() async {
    let machine = Machine(busy: [])
    let observer = machine.observer()
    await machine.settle(observer)
    #expect(machine.second == 1 && machine.said.isEmpty)
    #expect(observer.found.shareBefore == 0)
    await machine.settle(observer)
    #expect(machine.second == 1, "only the first trial of a session waits")
  }

  @Test func `the preparation is part of the second`() async {
    let machine = Machine(busy: [])
    let observer = machine.observer()
    machine.second = 3
    await machine.settle(observer)
    #expect(machine.second == 3)
  }

  @Test func `a session waits for a process that ends, and names it`() async {
    let machine = Machine(busy: [1, 2, 3])
    let observer = machine.observer()
    await machine.settle(observer)
    #expect(machine.second == 4)
    #expect(
      machine.said == [
        "waiting for a quiet machine, at most 10 s: other processes use 50.0 % of the CPU, "
          + "most of it backup", "the machine is quiet now",
      ])
    #expect(observer.found.shareBefore == 0)
  }

  @Test func `a session waits for ten seconds at most`() async {
    let machine = Machine(busy: 1...100)
    let observer = machine.observer()
    await machine.settle(observer)
    #expect(machine.second == 1 + DisturbanceObserver.longestWait)
    #expect(machine.said.count == 2)
    #expect(
      machine.said.last
        == "after 10 s other processes use 50.0 % of the CPU, most of it backup; "
        + "trials that they disturb get a warning")
    #expect(observer.found.shareBefore == 0.5)
  }

  @Test func `an interruption ends the wait`() async {
    let machine = Machine(busy: 1...100)
    machine.interruption = 4
    await machine.settle(machine.observer())
    #expect(machine.second == 4)
  }

  @Test func `each trial is observed separately`() async {
    let machine = Machine(busy: [3])
    let observer = machine.observer()
    await machine.settle(observer)
    var uses: [MachineUse] = []
    for _ in 0..<3 {
      observer.beginTrial()
      machine.second += 1
      uses.append(observer.endTrial())
    }
    #expect(uses.map(\.isDisturbed) == [false, true, false])
    #expect(uses.map(\.busiest) == [[], ["backup"], []])
    #expect(uses.map(\.disturbance.otherShare) == [0, 0.5, 0])
    #expect(observer.found.trials == 3 && observer.found.disturbed == 1)
    #expect(observer.found.names == ["backup"])
  }
}

/// Warnings about a run as a whole.
struct EnvironmentWarningTests {
  private let quiet = MachineReading(
    load: 0.3, time: ProcessorTime(total: 10_000, stolen: 50))

  /// The warnings when the machine was like this.
  private func warnings(
    stolen: UInt64? = 50, disturbed: Int = 0, quota: CPUQuota? = nil, cores: Int = 2,
    governors: [Int: String] = [:], isDebugBuild: Bool = false
  ) -> [String] {
    let time = stolen.map { ProcessorTime(total: 20_000, stolen: $0) }
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

  @Test func `a load average is no warning`() {
    var before = quiet
    before.load = 1.67
    let warnings = EnvironmentWarning.warnings(
      before: before, after: before, trials: TrialDisturbances(), cores: 2,
      governors: Governors(byCore: [:]), isDebugBuild: false)
    #expect(warnings.isEmpty)
  }

  @Test func `disturbed trials are a warning`() {
    #expect(warnings(disturbed: 1).count == 1)
  }

  @Test func `a quota below the number of cores is a warning`() {
    #expect(warnings(quota: CPUQuota(cores: 2)).isEmpty)
    #expect(warnings(quota: CPUQuota(cores: 0.5)).count == 1)
    #expect(warnings(quota: CPUQuota(cores: 1), cores: 1).isEmpty)
  }

  @Test func `more than one percent of stolen time is a warning`() {
    #expect(warnings(stolen: 150).isEmpty)
    #expect(warnings(stolen: 151).count == 1)
    #expect(warnings(stolen: nil).isEmpty)
  }

  @Test func `a frequency that follows the load is a warning`() {
    #expect(warnings(governors: [0: "powersave", 1: "powersave"]).count == 1)
  }

  @Test func `all warnings are sentences with their numbers`() {
    let all = warnings(
      stolen: 550, disturbed: 3,
      quota: CPUQuota(cores: 0.5, periods: 127, throttledPeriods: 122, throttledNs: 9),
      governors: [0: "ondemand"], isDebugBuild: true)
    #expect(
      all == [
        "built as debug: this measures the compiler, not the stores",
        "other processes used the CPU during 3 of 90 trials, most of it backup",
        "a CPU quota allows 0.5 of 2 cores, 122 of 127 periods were throttled",
        "the frequency of cores follows their load: governor ondemand",
        "the hypervisor gave 5.00 % of the time to others",
      ])
  }

  @Test func `the row of a run is completed at its end, and keeps earlier warnings`() {
    var row = RunRow.full
    row.warning = "an earlier warning; built as debug: this measures the compiler, not the stores"
    var before = quiet
    before.load = 1_000_000
    let after = MachineReading(
      load: 1.25, time: ProcessorTime(total: 20_000, stolen: 1_050))
    var trials = TrialDisturbances()
    trials.shareBefore = 0.25
    let warnings = row.complete(before, after, trials)
    #expect(row.otherShareBefore == 0.25)
    #expect(row.loadAfter == 1.25)
    #expect(row.stolenShare == 0.1)
    #expect(row.warning.hasPrefix("an earlier warning; "))
    for warning in warnings { #expect(row.warning.contains(warning)) }
    #expect(
      row.warning.split(separator: "; ").count == Set(row.warning.split(separator: "; ")).count)
  }

  @Test func `warnings do not contain the separator of warnings`() {
    for warning in warnings(
      stolen: 5_000, disturbed: 9, quota: CPUQuota(cores: 0.1, periods: 9, throttledPeriods: 1),
      governors: [0: "x"], isDebugBuild: true)
    {
      #expect(!warning.contains("; "))
    }
  }

  @Test func `general warnings exclude those about some trials`() {
    var row = RunRow.full
    row.warning = warnings(
      stolen: 550, disturbed: 3, quota: CPUQuota(cores: 0.5), isDebugBuild: true
    ).joined(separator: "; ")
    #expect(
      row.generalWarning
        == "built as debug: this measures the compiler, not the stores; "
        + "the hypervisor gave 5.00 % of the time to others")
  }
}
