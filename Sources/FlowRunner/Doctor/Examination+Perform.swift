import Foundation
import Measurement
import Subprocess
import SystemPackage

extension Examination {
  /// Looks at everything, in about a second and a half.
  ///
  /// - Parameter executable: This program, which answers to `probe` and to `doctor --overlap`.
  static func perform(executable: String) async -> Examination {
    let machine = await watch()
    return Examination(
      build: Build(
        isDebug: ToolVersion.isDebugBuild, assertsAreOn: assertsAreOn,
        trapsOverlaps: await OverlapProbe.isTrapped(executable: executable),
        linksJemalloc: linksJemalloc, servingJemalloc: Jemalloc.version, swift: ToolVersion.swift),
      machine: machine, counting: await counting(executable), instructions: InstructionTool.find())
  }

  /// The machine's state, with what others do while this process waits.
  private static func watch() async -> Machine {
    let before = MachineReading.current
    let observer = await DisturbanceObserver()
    try? await Task.sleep(nanoseconds: DisturbanceObserver.watchNs)
    let use = await observer.observe()
    let after = MachineReading.current
    return Machine(
      system: Host.system, cores: CoreAffinity.current?.cores, coreCount: Host.cpuCount,
      machineCoreCount: Host.machineCoreCount, clock: ClockQuality.measure(),
      clockSource: Host.clockSource, governors: Host.governors, isVirtual: Host.isVirtual,
      stolenShare: after.stolenShare(since: before), use: use, quota: after.quota)
  }

  private static var assertsAreOn: Bool {
    var isEvaluated = false
    func evaluated() -> Bool {
      isEvaluated = true
      return true
    }
    assert(evaluated())
    return isEvaluated
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
      let library = try CounterLibrary(besideExecutable: executable)
      return await library.report(of: executable, isThorough: true)
    } catch {
      return CounterReport(invalidReason: error.description)
    }
  }
}
