/// Libraries that the system can load into a process before its own.
package enum PreloadedLibraries {
  /// A Boolean value that indicates whether such a library can replace `malloc` here.
  package static var canCountAllocations: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }
}
