import FlowFloor
import Platform
import Subprocess

// swift-subprocess has the paths of Apple's module where there is one.
#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// The facts about the machine and the build that `flowbench doctor` judges.
struct Examination: Sendable {
  /// The build, as far as the program can test it.
  struct Build: Sendable {
    var isDebug: Bool
    var assertsAreOn: Bool
    /// `nil` if the attempt failed.
    var trapsOverlaps: Bool?
    var linksJemalloc: Bool
    /// The version of the jemalloc that served an allocation; `nil`: another allocator did.
    var servingJemalloc: String?
    var swift: String
  }

  /// The machine, and its use by others during about a second.
  struct MachineState: Sendable {
    var system: String
    var cores: [Int]?
    /// The number of cores that this process may use.
    var coreCount: Int
    var machineCoreCount: Int
    var clock: ClockQuality
    var clockSource: String
    var governors: Governors
    /// The limits that the system puts on the speed of the cores, in words.
    var powerLimits = PowerState.limits
    var isVirtual: Bool?
    /// The share of all cores' time, 0 to 1, that the hypervisor gave to others; nil: unknown.
    var stolenShare: Double?
    var use: MachineUse
    /// `nil`: none.
    var quota: CPUQuota?
  }

  var build: Build
  var machine: MachineState
  var counting: CounterReport
  var instructions: Result<InstructionTool, UnavailableCounter>
}

extension Examination {
  /// Examines everything, in about a second and a half.
  static func perform(executable: String) async -> Examination {
    let machine = await observe()
    return Examination(
      build: Build(
        isDebug: ToolVersion.isDebugBuild, assertsAreOn: StoreBuild.assertsAreOn,
        trapsOverlaps: await OverlapProbe.isTrapped(executable: executable),
        linksJemalloc: linksJemalloc, servingJemalloc: Jemalloc.version, swift: ToolVersion.swift),
      machine: machine, counting: await counting(executable), instructions: InstructionTool.find())
  }

  private static func observe() async -> MachineState {
    let before = MachineReading.current
    let observer = await DisturbanceObserver()
    try? await Task.sleep(nanoseconds: DisturbanceObserver.watchNs)
    let use = await observer.observe()
    let after = MachineReading.current
    return MachineState(
      system: Machine.system, cores: CoreAffinity.current?.cores, coreCount: Machine.cpuCount,
      machineCoreCount: Machine.machineCoreCount, clock: ClockQuality.measure(),
      clockSource: Machine.clockSource, governors: Machine.governors, isVirtual: Machine.isVirtual,
      stolenShare: after.stolenShare(since: before), use: use, quota: after.quota)
  }

  private static var linksJemalloc: Bool {
    #if Jemalloc
      true
    #else
      false
    #endif
  }

  private static func counting(_ executable: String) async -> CounterReport {
    do {
      return try await CounterLibrary(besideExecutable: executable)
        .report(of: executable, isThorough: true)
    } catch { return CounterReport(invalidReason: error.description) }
  }
}

/// Tests in a child process whether overlapping accesses to one variable trap, as in an app.
package enum OverlapProbe {
  /// The option of the child process.
  package static let flag = "--overlap"

  /// Returns a Boolean value that indicates whether Swift's runtime has ended the child process;
  /// `nil` if that is unknown.
  static func isTrapped(executable: String) async -> Bool? {
    // A backtrace takes seconds.
    let result = try? await Subprocess.run(
      .path(FilePath(executable)), arguments: ["doctor", flag],
      environment: .inherit.updating(["SWIFT_BACKTRACE": "enable=no"]), output: .discarded,
      error: .string(limit: 1 << 16))
    guard let result else { return nil }
    if result.terminationStatus.isSuccess { return false }
    return result.standardError.contains("access conflict") ? true : nil
  }
}
