/// A counter of the instructions of this process on all threads, by `proc_pid_rusage`.
///
/// Only Apple's systems have it. It needs no privileges, and includes the kernel's instructions.
package struct ProcessInstructionCounter: Sendable {
  /// A Boolean value that indicates whether this system has no other counter of instructions.
  package static var isOnlyCounter: Bool {
    #if canImport(Darwin)
      true
    #else
      false
    #endif
  }

  /// The counter of this process; `nil` on other systems, and if the processor shows none, as in most
  /// virtual machines.
  package init?() {
    guard reading() != nil else { return nil }
  }

  /// Returns the count so far; `nil` if it cannot be read.
  ///
  /// - Complexity: O(threads), one system call.
  func reading() -> UInt64? {
    #if canImport(Darwin)
      DarwinProcess.instructions()
    #else
      nil
    #endif
  }
}
