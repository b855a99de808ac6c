internal import CProbes

/// The thread that asks.
public enum CurrentThread {
  /// A number that no other thread has, nor a later one soon.
  ///
  /// - Complexity: O(1), one system call.
  public static var id: UInt64 { cprobes_thread_id() }
}
