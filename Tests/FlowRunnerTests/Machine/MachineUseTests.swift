import Testing

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// The CPU time of other processes and the effect of a CPU quota, on machines with known contents.
struct MachineUseTests {
  private let machine = MachineFixture()

  /// Returns the use of the machine after the cores have changed.
  ///
  /// - Parameter ownTicks: The CPU time of the process and its children in between.
  private func use(
    ownTicks: UInt64 = 0, allowed: [Int] = [0, 1], _ change: (MachineFixture) throws -> Void
  ) throws -> MachineUse {
    let before = try machine.read(allowed: allowed)
    let processes = machine.processes
    try change(machine)
    return try machine.read(ownNs: ownTicks * ProcessorTime.tickNs, allowed: allowed)
      .use(since: before) { machine.processes.busiest(since: processes, except: 1, count: 3) }
  }

  @Test func `a machine that was busy until now is not disturbed by that`() throws {
    machine.cores = [.init(user: 90_000), .init(user: 90_000)]
    let use = try use { machine in
      machine.cores[0].idle += 100
      machine.cores[1].idle += 100
    }
    #expect(!use.isDisturbed && use.disturbance.otherShare == 0 && use.warnings.isEmpty)
  }

  @Test func `one busy process is found and named, on a core of its own or on that of a trial`()
    throws
  {
    for ownTicks in [100, 52] as [UInt64] {
      try machine.write(process: 41, "daemon", ticks: 10)
      try machine.write(process: 42, "backup", ticks: 500)
      let use = try use(ownTicks: ownTicks) { machine in
        machine.cores[0].user += 100
        machine.cores[1].user += ownTicks == 100 ? 100 : 0
        machine.cores[1].idle += ownTicks == 100 ? 0 : 100
        try machine.write(process: 41, "daemon", ticks: 11)
        try machine.write(process: 42, "backup", ticks: 595)
      }
      #expect(use.isDisturbed && use.busiest == ["backup", "daemon"])
      #expect(use.warnings == ["disturbed: other processes used the CPU, most of it backup"])
    }
  }

  @Test func `the CPU time of the process and its children is not that of others`() throws {
    let use = try use(ownTicks: 199) { machine in
      machine.cores[0].user += 100
      machine.cores[1].system += 100
    }
    #expect(!use.isDisturbed && use.disturbance.otherShare == 0.005)
  }

  @Test func `interrupts and stolen time are not attributed to processes`() throws {
    let use = try use { machine in
      machine.cores[0].interrupts += 60
      machine.cores[0].stolen += 40
      machine.cores[1].idle += 100
    }
    #expect(!use.isDisturbed && use.disturbance.otherShare == 0)
  }

  @Test func `only the cores count that the process may use`() throws {
    func onlyFirstIsBusy(_ machine: MachineFixture) {
      machine.cores[0].user += 100
      machine.cores[1].idle += 100
    }
    #expect(try !use(allowed: [1], onlyFirstIsBusy).isDisturbed)
    #expect(try use(allowed: [0], onlyFirstIsBusy).disturbance.otherShare == 1)
    #expect(try use(onlyFirstIsBusy).disturbance.otherShare == 0.5)
  }

  @Test(arguments: [
    // The cores, the elapsed seconds, the time of others in milliseconds, whether they disturb.
    (2, 1.0, 130.0, false), (2, 1, 131, true), (2, 0.05, 35, false), (2, 0.05, 47, true),
    (64, 1, 530, false), (64, 1, 531, true), (1, 10, 530, false), (1, 10, 531, true),
  ])
  func `a twentieth of the cores is allowed, at most half a core, and the resolution of ticks`(
    cores: Int, seconds: Double, otherMs: Double, isDisturbing: Bool
  ) {
    #expect(
      MachineUse.isDisturbing(otherNs: otherMs * 1e6, elapsedNs: seconds * 1e9, cores: cores)
        == isDisturbing)
  }

  @Test func `a machine without these files has no disturbance`() throws {
    let nothing = MachineReading.read(
      proc: "\(machine.path)/none", cgroup: "\(machine.path)/none", cores: [0], ownNs: 0)
    let use = nothing.use(since: nothing) { ["nothing"] }
    #expect(use == MachineUse())
    // The clock stands still, or counts go backwards.
    let known = try machine.read()
    #expect(known.use(since: known) { [] } == MachineUse())
  }

  @Test func `processes that began and ended in between are named by their parents`() throws {
    try machine.write(process: 7, "make", ticks: 3, childTicks: 100)
    try machine.write(process: 8, "shell", ticks: 3, childTicks: 100)
    let before = machine.processes
    try machine.write(process: 7, "make", ticks: 3, childTicks: 190)
    #expect(machine.processes.busiest(since: before, except: 8, count: 3) == ["make"])
    #expect(MachineUse.naming([]) == ", none of them visible here")
  }

  @Test func `a name cannot break a line or a list of warnings`() {
    let stat = "7 (a; b\n\u{1B}[0m) S 1 1 1 0 -1 0 0 0 0 0 5 6 7 8"
    #expect(
      ProcessActivity.process(parsing: stat)
        == .init(name: "a? b??[0m", ticks: 11, childTicks: 15))
  }
}

/// Quotas of control groups of both versions.
struct CPUQuotaTests {
  private let machine = MachineFixture()

  private func quota(_ memberships: String, _ files: [String: String]) throws -> CPUQuota? {
    try machine.write(memberships, to: "proc/self/cgroup")
    for (name, text) in files { try machine.write(text, to: "cgroup/\(name)") }
    return CPUQuota.read(proc: "\(machine.path)/proc", cgroup: "\(machine.path)/cgroup")
  }

  @Test func `a group of version 2 has a quota and the throttled time`() throws {
    let quota = try quota(
      "0::/docker/1f\n",
      [
        "docker/1f/cpu.max": "50000 100000\n",
        "docker/1f/cpu.stat": "usage_usec 9\nnr_periods 127\nnr_throttled 122\nthrottled_usec 61\n",
      ])
    #expect(
      quota == CPUQuota(cores: 0.5, periods: 127, throttledPeriods: 122, throttledNs: 61_000))
    #expect(quota?.text(cores: 2) == "0.5 of 2 cores, 122 of 127 periods were throttled")
  }

  @Test func `a group of version 1 has a quota and the throttled time`() throws {
    let quota = try quota(
      "4:memory:/x\n3:cpu,cpuacct:/job\n0::/\n",
      [
        "cpu,cpuacct/job/cpu.cfs_quota_us": "150000\n",
        "cpu,cpuacct/job/cpu.cfs_period_us": "100000\n",
        "cpu,cpuacct/job/cpu.stat": "nr_periods 4\nnr_throttled 1\nthrottled_time 77\n",
      ])
    #expect(quota == CPUQuota(cores: 1.5, periods: 4, throttledPeriods: 1, throttledNs: 77))
  }

  @Test func `the throttled time is unknown without a readable cpu.stat`() throws {
    let before = try machine.read()
    let quota = try quota("0::/a\n", ["a/cpu.max": "50000 100000\n"])
    #expect(quota == CPUQuota(cores: 0.5))
    #expect(quota?.throttledNs == nil)
    #expect(try machine.read().use(since: before) { [] }.disturbance.throttledNs == nil)
    #expect(try machine.read().use(since: machine.read()) { [] }.disturbance.throttledNs == nil)
  }

  @Test func `the smallest quota of all groups above counts, and in a container that of its root`()
    throws
  {
    #expect(
      try quota(
        "0::/a/b\n", ["a/cpu.max": "100000 100000\n", "a/b/cpu.max": "max 100000\n"])?.cores == 1)
    // The path is that of the host, where nothing is visible of it.
    #expect(
      try quota("1:cpu:/docker/9\n", ["cpu/cpu.cfs_quota_us": "20000\n"]) == nil,
      "without a period there is no quota")
    #expect(
      try quota("1:cpu:/docker/9\n", ["cpu/cpu.cfs_period_us": "100000\n"])?.cores == 0.2)
  }

  @Test(arguments: [
    ("0::/a\n", ["a/cpu.max": "max 100000\n"]), ("0::/a\n", ["a/cpu.max": ""]), ("", [:]),
    (
      "1:cpu:/a\n", ["cpu/a/cpu.cfs_quota_us": "-1\n", "cpu/a/cpu.cfs_period_us": "100000\n"]
    ),
  ])
  func `a process without a quota has none`(memberships: String, files: [String: String]) throws {
    #expect(try quota(memberships, files) == nil)
  }

  @Test func `a trial has the time for which the quota stopped it, unless there is no quota`()
    throws
  {
    #expect(try machine.read().use(since: machine.read()) { [] }.disturbance.throttledNs == nil)
    func throttled(_ usec: Int) throws -> MachineReading {
      _ = try quota(
        "0::/a\n",
        [
          "a/cpu.max": "50000 100000\n",
          "a/cpu.stat": "nr_periods 9\nnr_throttled 9\nthrottled_usec \(usec)\n",
        ])
      return try machine.read()
    }
    let before = try throttled(5)
    #expect(before.use(since: before) { [] }.disturbance.throttledNs == 0)
    #expect(before.use(since: before) { [] }.warnings.isEmpty)
    let use = try throttled(12).use(since: before) { [] }
    #expect(use.disturbance.throttledNs == 7_000)
    #expect(use.warnings == ["throttled: the CPU quota was used up"])
  }
}
