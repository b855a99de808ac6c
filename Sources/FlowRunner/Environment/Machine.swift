import Foundation
import Platform

/// The machine that this process runs on; unknown facts are empty.
package enum Machine {
  /// The names of the operating system, the kernel's release and the architecture; `nil` if they
  /// are unknown.
  private static let names: (system: String, release: String, machine: String)? = {
    var names = utsname()
    guard uname(&names) == 0 else { return nil }
    return (text(names.sysname), text(names.release), text(names.machine))
  }()

  /// The operating system, kernel and architecture.
  static var system: String { names.map { "\($0.system) \($0.release) \($0.machine)" } ?? "" }

  private static func text<T>(_ field: T) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// The system, architecture, compiler and its mode: counts depend on them as well as on the code.
  package static var platform: String {
    let system = names.map { "\($0.system.lowercased())-\($0.machine)" } ?? "unknown"
    return "\(system)-swift-\(ToolVersion.swift)" + (ToolVersion.isDebugBuild ? "-debug" : "")
  }

  static var cpuModel: String {
    let lines = file("/proc/cpuinfo").split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix("model name") }),
      let name = line.split(separator: ":", maxSplits: 1).last
    else { return cpuModelByName }
    return name.trimmingCharacters(in: .whitespaces)
  }

  /// The model as Apple's systems name it, such as `Apple M4, 4+6 cores`: performance and efficiency
  /// cores.
  private static var cpuModelByName: String {
    guard let name = SystemControl.text("machdep.cpu.brand_string") else { return "" }
    let cores = SystemControl.coresByLevel.map(String.init).joined(separator: "+")
    return cores.isEmpty ? name : "\(name), \(cores) cores"
  }

  /// The number of cores that this process may use.
  static var cpuCount: Int {
    CoreAffinity.current?.cores.count ?? ProcessInfo.processInfo.activeProcessorCount
  }

  /// The number of cores that the machine has.
  static var machineCoreCount: Int { ProcessInfo.processInfo.processorCount }

  static var memoryBytes: Int? { Int(exactly: ProcessInfo.processInfo.physicalMemory) }

  /// The load average over one minute.
  static var load: Double? {
    var loads = [0.0]
    return getloadavg(&loads, 1) == 1 ? loads[0] : nil
  }

  /// The text of one of the kernel's files; empty if there is none.
  static func file(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }
}

extension Machine {
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

  static var clockSource: String {
    line("/sys/devices/system/clocksource/clocksource0/current_clocksource")
  }

  /// The cores that this process may use, such as `0-1`; empty if they are unknown.
  static var allowedCores: String { CoreList.text(CoreAffinity.current?.cores ?? []) }

  /// A Boolean value that indicates whether this is a virtual machine; `nil` if it is unknown.
  static var isVirtual: Bool? {
    isVirtual(cpuInfo: file("/proc/cpuinfo"))
      ?? SystemControl.number("kern.hv_vmm_present").map { $0 != 0 }
  }

  /// Returns a Boolean value that indicates whether the text of `/proc/cpuinfo` has the flag of
  /// hypervisors; `nil` if it has no flags, as on ARM.
  static func isVirtual(cpuInfo: String) -> Bool? {
    let flags = cpuInfo.split(separator: "\n").first { $0.hasPrefix("flags") }
    return flags?.split(separator: ":", maxSplits: 1).last?
      .split(separator: " ").contains("hypervisor")
  }

  /// The use of huge pages without a request: `always`, `madvise` or `never`.
  static var hugePages: String {
    chosen(in: line("/sys/kernel/mm/transparent_hugepage/enabled"))
  }

  /// Returns the word in brackets of a line with the kernel's choices; empty if there is none.
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

/// The frequency governors of the cores.
struct Governors: Equatable, Sendable {
  /// The governor of each core; none in most virtual machines.
  let byCore: [Int: String]

  /// `performance` if all cores have the same, else `performance:0-2 powersave:3`; empty: none or
  /// hidden.
  var text: String {
    let cores = Dictionary(grouping: byCore.keys) { byCore[$0] ?? "" }
    if cores.count == 1 { return cores.keys.first ?? "" }
    return cores.keys.sorted().map { "\($0):\(CoreList.text(cores[$0] ?? []))" }
      .joined(separator: " ")
  }

  /// A Boolean value that indicates whether the frequency of a core follows its load, so that work
  /// takes longer after a pause.
  var followLoad: Bool { byCore.values.contains { !Self.steady.contains($0) } }

  /// The governors that keep one frequency, of those in the kernel's `cpufreq` documentation.
  private static let steady: Set = ["performance", "userspace"]
}

/// Numbers of cores as the kernel writes them: `0-2,5`.
enum CoreList {
  /// Returns the text of numbers in any order.
  static func text(_ cores: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for core in Set(cores).sorted() {
      if let last = ranges.last, last.upperBound + 1 == core {
        ranges[ranges.count - 1] = last.lowerBound...core
      } else {
        ranges.append(core...core)
      }
    }
    return ranges.map { range in
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
    }.joined(separator: ",")
  }
}

/// The version and the build of this program.
package enum ToolVersion {
  /// The version of flowbench.
  package static let number = "0.1.0"

  /// The start of `--version`, which programs with other stores have too.
  package static let name = "flowbench"

  /// Version and allocator, for `--version`.
  package static var line: String { "\(name) \(number) (\(allocator), Swift \(swift), \(build))" }

  /// A Boolean value that indicates whether the optimiser was off.
  package static var isDebugBuild: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  /// The command that builds a product in this mode, without `--product` and its name.
  static var buildCommand: String { isDebugBuild ? "swift build" : "swift build -c release" }

  static var build: String { isDebugBuild ? "debug" : "release" }

  /// The allocator that serves `malloc` in this process.
  package static var allocator: String {
    Jemalloc.version.map { "jemalloc \($0)" } ?? "system allocator"
  }

  /// The compiler's version, as far as conditional compilation can tell.
  static var swift: String {
    #if swift(>=6.5)
      "6.5 or later"
    #elseif swift(>=6.4)
      "6.4"
    #elseif swift(>=6.3.2)
      "6.3.2"
    #elseif swift(>=6.3.1)
      "6.3.1"
    #elseif swift(>=6.3)
      "6.3.0"
    #else
      "6.2"
    #endif
  }
}
