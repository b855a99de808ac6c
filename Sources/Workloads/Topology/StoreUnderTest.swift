public import FlowCore
import Synchronization

/// The interface of a store, or of several stores in a topology, for drivers and views.
///
/// The adapter of a design conforms to `SynchronousStore` or `SuspendingStore`, and so does a topology
/// of such stores. Stores of the main actor conform there (`@MainActor SynchronousStore`). The driver
/// also runs on that actor, so that no call crosses an executor unless the design itself does.
public protocol StoreUnderTest<F> {
  /// The feature in the store.
  associatedtype F: Feature

  /// The way in which the design notifies readers of a change.
  static var notification: NotificationStyle { get }

  /// A Boolean value that indicates whether the driver calls the store through a closure.
  ///
  /// The call costs a few nanoseconds per action. A store that takes a microsecond or more returns
  /// `true`, because no loop is then compiled for it.
  static var isErased: Bool { get }

  /// Reads one slot of the state.
  func read(_ reading: Reading, slot: Int) -> UInt64

  /// Calls `changed` whenever the design notifies a reader of `slots`; only for designs whose
  /// `notification` is `.subscribing`.
  func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [ObservationToken]
}

extension StoreUnderTest {
  /// Readers are not notified.
  @inlinable public static var notification: NotificationStyle { .none }

  /// The driver's loop is compiled for the store.
  @inlinable public static var isErased: Bool { false }

  /// Returns an array without subscriptions.
  public func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [ObservationToken] { [] }
}

/// The way in which a design notifies readers of a change.
public enum NotificationStyle: String, Sendable {
  /// Readers are not notified.
  case none
  /// The Observation registrar notifies each reader once, after which it must read again.
  case tracking
  /// The store calls closures until they are cancelled.
  case subscribing
}

/// The value that is read from a slot.
public enum Reading: Sendable, Hashable {
  /// The whole state.
  case digest
  /// The contents of the screen.
  case drawn
  /// A value that is computed from the state.
  case derived
  /// The number of slots.
  case structure
}

extension Feature {
  /// Reads one slot of a state.
  @inlinable public func read(_ reading: Reading, _ state: State, slot: Int) -> UInt64 {
    switch reading {
    case .digest:
      var digest = Digest()
      self.digest(state, slot: slot, into: &digest)
      return digest.value
    case .drawn: return drawn(state, slot: slot)
    case .derived: return derived(state, slot: slot)
    case .structure: return UInt64(slotCount)
    }
  }
}

/// A store whose `send` returns when the action is reduced.
public protocol SynchronousStore<F>: StoreUnderTest {
  /// Sends one action.
  mutating func send(_ action: F.Action)

  /// A Boolean value that indicates whether work may continue after `send` has returned; otherwise
  /// `isBusy` is not read.
  static var settles: Bool { get }
  /// A Boolean value that indicates whether work of the last `send` continues.
  var isBusy: Bool { get }
  /// Waits until all work has ended.
  @MainActor func settle() async
}

extension SynchronousStore {
  /// Work has ended when `send` returns.
  @inlinable public static var settles: Bool { false }
  /// Not busy.
  @inlinable public var isBusy: Bool { false }
  /// Returns immediately.
  @MainActor @inlinable public func settle() async {}
}

/// A store whose `send` suspends until the action and everything that it causes are done.
public protocol SuspendingStore<F>: StoreUnderTest {
  /// Sends one action and waits for it, on the caller's executor.
  ///
  /// A method of the main actor would check the executor before and after each action (14 ns each).
  nonisolated(nonsending) func send(_ action: F.Action) async

  /// Fetches the state for `read`, in stores that cannot be read without waiting.
  nonisolated(nonsending) func collect() async
}

extension SuspendingStore {
  /// Does nothing, because most states can be read directly.
  @inlinable public nonisolated(nonsending) func collect() async {}
}

/// A suspending store that any executor may call; it is driven on the global executor, as in a server.
public protocol ConcurrentStore<F>: SuspendingStore, Sendable {
  /// Sends one action and waits for it.
  @concurrent func sendConcurrently(_ action: F.Action) async
}

extension ConcurrentStore {
  /// Sends from the caller's executor and returns to it.
  @inlinable public nonisolated(nonsending) func send(_ action: F.Action) async {
    await sendConcurrently(action)
  }
}

/// The last collected state of a store that cannot be read without waiting.
///
/// `collect()` of a `SuspendingStore` writes it, and `read` reads it.
public final class StateSnapshot<State: Sendable>: Sendable {
  private let kept: Mutex<State>

  /// Creates a snapshot of the initial state.
  public init(_ initialState: State) { kept = Mutex(initialState) }

  /// The last collected state.
  public var state: State {
    get { kept.withLock { $0 } }
    set { kept.withLock { $0 = newValue } }
  }
}
