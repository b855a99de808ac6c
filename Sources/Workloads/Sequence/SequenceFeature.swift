import Synchronization

/// A feature whose state proves what came: what several workers send to at once.
///
/// A store says of its state only what its feature reads of it. This one reads all: whoever has it
/// read a digest finds the state here.
public struct SequenceFeature: LeafFeature {
  /// What has arrived from each worker, and how much of it for each module.
  public typealias State = SequenceState
  /// An action that names its worker and carries that worker's sequence number.
  public typealias Action = NumberedAction
  /// Nothing is asked for.
  public typealias Request = Never

  /// Empty: workers number their actions themselves, without a generator.
  @frozen public struct Cursor: BitwiseCopyable, Sendable {
    /// Nobody.
    @inlinable public init() {}
  }

  /// Where the state is left that a digest was read of.
  private final class Found: Sendable {
    let state: Mutex<SequenceState?> = Mutex(nil)
  }

  /// What nothing has come to yet.
  public let initialState: SequenceState
  private let found = Found()

  /// A feature of a store in its initial state.
  public init(_ initialState: SequenceState) { self.initialState = initialState }

  /// Notes the action where it belongs.
  @inlinable public func reduce(into state: inout SequenceState, action: NumberedAction) {
    state.receive(action)
  }

  /// The state of a store that reads a digest.
  ///
  /// - Parameter read: Has the store read a digest.
  public func state<T>(_ read: () -> T) -> SequenceState {
    _ = read()
    return found.state.withLock { $0.take() } ?? SequenceState(workers: 0, copies: 0)
  }

  /// Leaves the state, and feeds how many actions came for each module.
  public func digest(_ state: SequenceState, into digest: inout Digest) {
    found.state.withLock { $0 = state }
    for count in state.counts { digest.combine(count) }
  }

  /// How many actions came.
  public func drawn(_ state: SequenceState) -> UInt64 {
    Digest.of { digest in for count in state.counts { digest.combine(count) } }
  }

  /// As what it shows.
  public func derived(_ state: SequenceState) -> UInt64 { drawn(state) }

  /// Empty, since no generator makes actions for this feature.
  @inlinable public var initialCursor: Cursor { Cursor() }

  /// Workers number their actions themselves.
  @inlinable public func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? { nil }
}

/// What a worker sends: who it is, and which of its actions at that store this is.
@frozen public struct NumberedAction: BitwiseCopyable, Codable, Equatable, Sendable {
  /// Who sends it, from 0.
  public var worker: Int
  /// How many actions that worker has sent to that store before, which is its sequence number.
  public var number: Int
  /// Which of the store's modules it is for, from 0.
  public var copy: Int

  /// An action.
  @inlinable public init(worker: Int, number: Int, copy: Int) {
    self.worker = worker
    self.number = number
    self.copy = copy
  }
}

/// The state that proves what came: a record for each worker, a count for each module.
///
/// So what shows that nothing is lost or reordered is what the store's own reducer has seen, in the
/// order in which it has seen it.
public struct SequenceState: Equatable, Sendable {
  /// What came from each worker.
  public var records: [ArrivalRecord]
  /// How many actions came for each module.
  public var counts: [Int]

  /// Nothing came yet.
  ///
  /// - Parameters:
  ///   - workers: How many may send.
  ///   - copies: How many modules the store holds.
  public init(workers: Int, copies: Int) {
    records = [ArrivalRecord](repeating: ArrivalRecord(), count: workers)
    counts = [Int](repeating: 0, count: copies)
  }

  /// The reducer: notes the action where it belongs.
  ///
  /// - Precondition: The action's worker and module are among those that the state was made for.
  /// - Complexity: O(1), without allocation while nobody else holds the state.
  @inlinable public mutating func receive(_ action: NumberedAction) {
    records[action.worker].arrive(action.number)
    counts[action.copy] &+= 1
  }
}
