#if os(macOS) || !canImport(Darwin)
  import Synchronization
#endif

/// A value that a lock protects.
///
/// On Linux, the Thread Sanitizer does not see how a thread that has waited for a `Mutex` acquires it,
/// so it would report races in the tests of apps. The atomic value shows the order: each access reads
/// it after locking, and writes it before unlocking.
struct Locked<Value: Sendable>: ~Copyable, Sendable {
  private let value: Mutex<Value>
  #if os(Linux)
    private let handover = Atomic(false)
  #endif

  init(_ value: Value) { self.value = Mutex(value) }

  func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    value.withLock { value in
      #if os(Linux)
        _ = handover.load(ordering: .acquiring)
        defer { handover.store(false, ordering: .releasing) }
      #endif
      return body(&value)
    }
  }
}
