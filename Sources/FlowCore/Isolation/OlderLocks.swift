// `Mutex` and `Atomic` of Synchronization need iOS 18. These stand in for them, from iOS 16. They
// allocate memory, so they are not used on macOS, where stores are measured.
#if canImport(Darwin) && !os(macOS)
  import os

  /// A value that a lock protects.
  struct Mutex<Value>: Sendable {
    private let lock: OSAllocatedUnfairLock<Value>

    init(_ value: Value) { lock = OSAllocatedUnfairLock(uncheckedState: value) }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
      try lock.withLockUnchecked(body)
    }
  }

  /// A value that is read and written as a whole.
  struct Atomic<Value: Sendable>: Sendable {
    /// The orderings of Synchronization. Each access has the strongest.
    enum Ordering {
      case relaxed
      case acquiring
      case releasing
    }

    private let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }

    func load(ordering: Ordering) -> Value { value.withLock { $0 } }

    func store(_ new: Value, ordering: Ordering) { value.withLock { $0 = new } }
  }
#endif
