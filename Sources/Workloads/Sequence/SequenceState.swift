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
