/// How the tests were built.
public enum TestBuild {
  /// Whether a sanitizer may be in them: it brings memory and threads of its own, so that exact
  /// counts hold no more, and valgrind cannot execute it. Sanitizers are built without jemalloc.
  public static var mayBeSanitized: Bool {
    #if Jemalloc
      false
    #else
      true
    #endif
  }
}
