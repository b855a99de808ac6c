/// The scope of a ``VirtualTime``, which code for systems without it can read, too.
enum VirtualTimeScope {
  /// A Boolean value that indicates whether the current task belongs to a virtual time.
  @TaskLocal static var isActive = false
}
