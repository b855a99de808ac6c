/// Libraries that the system can load into a process before its own.
package enum PreloadedLibraries {
  /// The variable of the environment that lists them; `nil` if this system has none.
  package static var variable: String? {
    #if os(Linux)
      "LD_PRELOAD"
    #elseif os(macOS)
      // System Integrity Protection removes it from processes of the system's own programs.
      "DYLD_INSERT_LIBRARIES"
    #else
      nil
    #endif
  }

  /// The characters between two libraries in the variable, which no path may contain.
  package static var separators: Set<Character> {
    #if os(Linux)
      [":", " "]
    #else
      [":"]
    #endif
  }

  /// Returns the name of a library's file.
  package static func fileName(of library: String) -> String {
    #if canImport(Darwin)
      "lib\(library).dylib"
    #else
      "lib\(library).so"
    #endif
  }
}
