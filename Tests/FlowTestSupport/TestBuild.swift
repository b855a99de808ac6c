/// The build of the tests.
public enum TestBuild {
  /// A Boolean value that indicates whether the build may have a sanitizer.
  ///
  /// A sanitizer allocates memory and starts threads, so exact counts differ, and valgrind cannot
  /// execute it. Builds with sanitizers leave out jemalloc.
  public static var mayBeSanitized: Bool {
    #if Jemalloc
      false
    #else
      true
    #endif
  }
}
