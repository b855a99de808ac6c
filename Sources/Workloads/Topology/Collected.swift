import Synchronization

/// The state of a store that cannot be read without waiting, as it was when it was last collected:
/// what `collect()` of a `SuspendingStore` fetches, and `read` reads.
public final class Collected<State: Sendable>: Sendable {
  private let kept: Mutex<State>

  /// What is read before anything was collected.
  public init(_ initialState: State) { kept = Mutex(initialState) }

  /// What was collected last.
  public var state: State {
    get { kept.withLock { $0 } }
    set { kept.withLock { $0 = newValue } }
  }
}
