import Foundation
import Measurement

extension Host {
  /// Frequency governors of all cores.
  static var governors: Governors {
    let directory = "/sys/devices/system/cpu"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    var byCore: [Int: String] = [:]
    for name in names where name.hasPrefix("cpu") {
      guard let core = Int(name.dropFirst(3)) else { continue }
      let governor = line("\(directory)/\(name)/cpufreq/scaling_governor")
      if !governor.isEmpty { byCore[core] = governor }
    }
    return Governors(byCore: byCore)
  }

  /// What the kernel makes its clock from, such as `tsc`.
  static var clockSource: String {
    line("/sys/devices/system/clocksource/clocksource0/current_clocksource")
  }

  /// The cores that this process may run on, such as `0-1`; empty where the system does not say.
  static var allowedCores: String { CoreList.text(CoreAffinity.current?.cores ?? []) }

  /// Whether this is a virtual machine; nil where the processor does not say.
  static var isVirtual: Bool? { isVirtual(cpuInfo: file("/proc/cpuinfo")) }

  /// Whether a description of processors has the flag that hypervisors set.
  ///
  /// - Parameter cpuInfo: As `/proc/cpuinfo` has it.
  /// - Returns: Nil where there are no flags: ARM has none.
  static func isVirtual(cpuInfo: String) -> Bool? {
    let flags = cpuInfo.split(separator: "\n").first { $0.hasPrefix("flags") }
    return flags?.split(separator: ":", maxSplits: 1).last?
      .split(separator: " ").contains("hypervisor")
  }

  /// When the kernel gives out huge pages without being asked: `always`, `madvise` or `never`.
  static var hugePages: String {
    chosen(in: line("/sys/kernel/mm/transparent_hugepage/enabled"))
  }

  /// The word in brackets, of a line in which the kernel lists choices; empty when there is none.
  static func chosen(in line: String) -> String {
    guard let word = line.split(separator: " ").first(where: { $0.hasPrefix("[") }),
      word.hasSuffix("]")
    else { return "" }
    return String(word.dropFirst().dropLast())
  }

  private static func line(_ path: String) -> String {
    file(path).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
