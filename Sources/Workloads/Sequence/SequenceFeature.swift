import Synchronization

/// A feature whose state records the arrivals of several workers' actions.
///
/// A store exposes only the values that its feature reads from the state. When a store reads a digest,
/// this feature keeps the state, so that it can be compared.
public struct SequenceFeature: LeafFeature {
  /// The arrivals from each worker, and the number for each module.
  public typealias State = SequenceState
  /// An action with its worker and the worker's sequence number.
  public typealias Action = NumberedAction
  /// Actions request no work.
  public typealias Request = Never
  /// No generator creates actions.
  public typealias Cursor = NoCursor

  /// The state of the last digest.
  private final class Found: Sendable {
    let state: Mutex<SequenceState?> = Mutex(nil)
  }

  /// A state without arrivals.
  public let initialState: SequenceState
  private let found = Found()

  /// Creates a feature.
  public init(_ initialState: SequenceState) { self.initialState = initialState }

  /// Records the arrival of the action.
  @inlinable public func reduce(into state: inout SequenceState, action: NumberedAction) {
    state.receive(action)
  }

  /// Returns the state of a store.
  ///
  /// - Parameter read: Reads a digest of the store.
  public func state<T>(_ read: () -> T) -> SequenceState {
    _ = read()
    return found.state.withLock { $0.take() } ?? SequenceState(workers: 0, copies: 0)
  }

  /// Keeps the state, and feeds the number of actions for each module.
  public func digest(_ state: SequenceState, into digest: inout Digest) {
    found.state.withLock { $0 = state }
    for count in state.counts { digest.combine(count) }
  }

  /// Returns a fingerprint of the numbers of actions.
  public func drawn(_ state: SequenceState) -> UInt64 {
    Digest.of { digest in for count in state.counts { digest.combine(count) } }
  }

  /// Returns the fingerprint of the screen.
  public func derived(_ state: SequenceState) -> UInt64 { drawn(state) }

  /// Returns `nil`, because workers create their actions.
  @inlinable public func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? { nil }
}

/// An action of a worker.
@frozen public struct NumberedAction: BitwiseCopyable, Codable, Equatable, Sendable {
  /// The number of the worker, from 0.
  public var worker: Int
  /// The sequence number: the number of actions that the worker has sent to the store before.
  public var number: Int
  /// The number of the store's module, from 0.
  public var copy: Int

  /// Creates an action.
  @inlinable public init(worker: Int, number: Int, copy: Int) {
    self.worker = worker
    self.number = number
    self.copy = copy
  }
}

/// A record for each worker and a count for each module, in the order in which the store's reducer
/// received the actions.
public struct SequenceState: Equatable, Sendable {
  /// The arrivals from each worker.
  public var records: [ArrivalRecord]
  /// The number of actions for each module.
  public var counts: [Int]

  /// Creates a state without arrivals.
  ///
  /// - Parameters:
  ///   - workers: The number of workers.
  ///   - copies: The number of modules of the store.
  public init(workers: Int, copies: Int) {
    records = [ArrivalRecord](repeating: ArrivalRecord(), count: workers)
    counts = [Int](repeating: 0, count: copies)
  }

  /// Records an action of one of the workers for one of the modules.
  ///
  /// - Complexity: O(1), without allocation if the state is not shared.
  @inlinable public mutating func receive(_ action: NumberedAction) {
    records[action.worker].arrive(action.number)
    counts[action.copy] &+= 1
  }
}
