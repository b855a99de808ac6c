public import FlowCore
import Synchronization

/// One store, or several wired together by a topology, as drivers and views see them.
///
/// A design plugs in by a small type that conforms to `SynchronousStore` or `SuspendingStore`; a
/// topology is such a type too, made of others. Stores that are bound to the main actor conform
/// there (`@MainActor SynchronousStore`): the driver runs on that actor as well, so that no call
/// crosses an executor unless the design itself does so.
public protocol StoreUnderTest<F> {
  /// What is stored.
  associatedtype F: Feature

  /// How this design notifies its readers of a change.
  static var notification: NotificationStyle { get }

  /// A Boolean value that indicates whether the driver calls the store through a closure.
  ///
  /// The call costs a few nanoseconds per action. A store that takes a microsecond or more returns
  /// `true`, because no loop is then compiled for it.
  static var isErased: Bool { get }

  /// Reads one slot of the state.
  func read(_ reading: Reading, slot: Int) -> UInt64

  /// Calls `changed` whenever the design would notify a reader of `slots`; only for designs whose
  /// `notification` is `.subscribing`.
  func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [ObservationToken]
}

extension StoreUnderTest {
  /// Designs are silent unless they say otherwise.
  @inlinable public static var notification: NotificationStyle { .none }

  /// The driver's loop is compiled for the store by default.
  @inlinable public static var isErased: Bool { false }

  /// A silent design has no subscriptions.
  public func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [ObservationToken] { [] }
}

/// How a design notifies its readers of a change.
public enum NotificationStyle: String, Sendable {
  /// It does not: nobody can wait for a change.
  case none
  /// Through the Observation registrar: whoever read is notified once, then must read again.
  case tracking
  /// Through closures handed to the store, called until cancelled.
  case subscribing
}

/// What is read of a slot.
public enum Reading: Sendable, Hashable {
  /// All that is kept.
  case digest
  /// The slice that its screen shows.
  case drawn
  /// Something computed from that slice.
  case derived
  /// Which slots there are, and nothing inside them.
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
  /// Hands over one action.
  mutating func send(_ action: F.Action)

  /// How many actions the measured loop hands over at once, by `send(contentsOf:)`; 1: one by one,
  /// by `send`.
  static var batchSize: Int { get }
  /// Hands over several actions as one batch, which are not more than `batchSize`.
  mutating func send(contentsOf actions: UnsafeMutableBufferPointer<F.Action>)

  /// Whether work may go on after `send` has returned; if not, nobody asks `isBusy`.
  static var settles: Bool { get }
  /// Whether work that the last `send` began is still going on.
  var isBusy: Bool { get }
  /// Returns when all that was begun has ended.
  @MainActor func settle() async
}

extension SynchronousStore {
  /// One by one, unless a design says otherwise.
  @inlinable public static var batchSize: Int { 1 }
  /// One after the other.
  @inlinable public mutating func send(contentsOf actions: UnsafeMutableBufferPointer<F.Action>) {
    for action in actions { send(action) }
  }
  /// All is done when `send` returns, unless a design says otherwise.
  @inlinable public static var settles: Bool { false }
  /// Never busy after `send`.
  @inlinable public var isBusy: Bool { false }
  /// Nothing to wait for.
  @MainActor @inlinable public func settle() async {}
}

/// A store whose `send` suspends until the action, and all it caused, is done.
public protocol SuspendingStore<F>: StoreUnderTest {
  /// Hands over one action and waits for it.
  ///
  /// On whichever executor it is called, without going elsewhere itself: a method that is bound to
  /// the main actor would ask, before and after each action, whether it is there (14 ns each).
  nonisolated(nonsending) func send(_ action: F.Action) async

  /// Brings the state to where `read` finds it, for stores that cannot be read without waiting.
  nonisolated(nonsending) func collect() async
}

extension SuspendingStore {
  /// Most states can be read where they are.
  @inlinable public nonisolated(nonsending) func collect() async {}
}

/// A suspending store that any executor may call, and that is driven away from the main actor, on
/// the global executor, as a server's loop runs.
public protocol ConcurrentStore<F>: SuspendingStore, Sendable {
  /// Hands over one action and waits for it.
  @concurrent func sendConcurrently(_ action: F.Action) async
}

extension ConcurrentStore {
  /// From its caller's executor there and back again.
  @inlinable public nonisolated(nonsending) func send(_ action: F.Action) async {
    await sendConcurrently(action)
  }
}

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
