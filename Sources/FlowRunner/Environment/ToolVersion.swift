import Platform

/// What this program is and how it was built.
package enum ToolVersion {
  /// The version of flowbench.
  package static let number = "0.1.0"

  /// The name that `--version` begins with, also in programs with stores of their own.
  package static let name = "flowbench"

  /// Version and allocator, for `--version`.
  package static var line: String { "\(name) \(number) (\(allocator), Swift \(swift), \(build))" }

  /// Whether the optimiser was off.
  package static var isDebugBuild: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  /// How a product is built in the mode of this one, `--product` and its name aside.
  static var buildCommand: String { isDebugBuild ? "swift build" : "swift build -c release" }

  static var build: String { isDebugBuild ? "debug" : "release" }

  /// Who serves `malloc` in this process.
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
