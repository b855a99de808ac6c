import Measurement

/// Everything that `flowbench doctor` knows about the machine and the build, as values.
struct Examination: Sendable {
  /// How the program was built, as far as it can find out by trying.
  struct Build: Sendable {
    var isDebug: Bool
    /// Whether `assert` evaluates what it is given.
    var assertsAreOn: Bool
    /// Whether overlapping accesses to one variable are trapped; nil when the attempt failed.
    var trapsOverlaps: Bool?
    /// Whether jemalloc was linked.
    var linksJemalloc: Bool
    /// The version of the jemalloc that served an allocation made to find out; nil: another did.
    var servingJemalloc: String?
    /// The compiler's version.
    var swift: String
  }

  /// What the machine offers, and what went on during about a second of looking.
  struct Machine: Sendable {
    var system: String
    var cores: [Int]?
    /// How many cores this process may use.
    var coreCount: Int
    /// How many cores there are.
    var machineCoreCount: Int
    var clock: ClockQuality
    var clockSource: String
    var governors: Governors
    var isVirtual: Bool?
    /// The share of all cores' time, 0 to 1, that the hypervisor gave to others; nil: unknown.
    var stolenShare: Double?
    /// What other processes used.
    var use: MachineUse
    /// The CPU quota; nil: none.
    var quota: CPUQuota?
  }

  var build: Build
  var machine: Machine
  /// What a process with the counting library in it says, or why there is none.
  var counting: CounterReport
  /// How instructions would be counted, or why not.
  var instructions: Result<InstructionTool, InstructionToolMissing>
}
