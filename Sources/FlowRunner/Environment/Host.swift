import Foundation
import Measurement

/// The machine, as far as it tells; what it hides is empty.
package enum Host {
  /// Operating system, kernel and architecture.
  static var system: String {
    var names = utsname()
    guard uname(&names) == 0 else { return "" }
    return "\(text(names.sysname)) \(text(names.release)) \(text(names.machine))"
  }

  /// The text of one of `utsname`'s arrays of characters.
  private static func text<T>(_ field: T) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// What counts depend on besides the code: system, architecture, compiler and its mode.
  package static var platform: String {
    var names = utsname()
    let isKnown = uname(&names) == 0
    let system = isKnown ? "\(text(names.sysname).lowercased())-\(text(names.machine))" : "unknown"
    return "\(system)-swift-\(ToolVersion.swift)" + (ToolVersion.isDebugBuild ? "-debug" : "")
  }

  /// Name of the processor.
  static var cpuModel: String {
    #if os(Linux)
      let lines = file("/proc/cpuinfo").split(separator: "\n")
      guard let line = lines.first(where: { $0.hasPrefix("model name") }),
        let name = line.split(separator: ":", maxSplits: 1).last
      else { return "" }
      return name.trimmingCharacters(in: .whitespaces)
    #else
      return ""
    #endif
  }

  /// The number of cores that this process may use.
  static var cpuCount: Int {
    CoreAffinity.current?.cores.count ?? ProcessInfo.processInfo.activeProcessorCount
  }

  /// The number of cores that the machine has.
  static var machineCoreCount: Int { ProcessInfo.processInfo.processorCount }

  /// Memory of the machine in bytes.
  static var memoryBytes: Int? { Int(exactly: ProcessInfo.processInfo.physicalMemory) }

  /// Load average over one minute.
  static var load: Double? {
    var loads = [0.0]
    return getloadavg(&loads, 1) == 1 ? loads[0] : nil
  }

  /// The text of one of the kernel's files; empty where there is none.
  static func file(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }
}
