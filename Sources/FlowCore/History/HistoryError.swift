/// A request to a history that it cannot meet; nothing has changed.
public enum HistoryError: Error, Equatable, CustomStringConvertible {
  /// The position is older than what is kept, newer than the newest action, or nothing was
  /// recorded.
  case outOfReach(position: Int, positions: Range<Int>)
  /// The store's reducer does not record into this history, or another store's does.
  case foreignStore

  /// One line for a reader: the rule, what was asked.
  public var description: String {
    switch self {
    case .outOfReach(let position, let positions) where positions.isEmpty:
      "a position must be one that was recorded, and none is, got \(position)"
    case .outOfReach(let position, let positions):
      "a position must be \(positions.lowerBound) to \(positions.upperBound - 1), got \(position)"
    case .foreignStore:
      "a history moves the store that it records, got another one; "
        + "make the store with `reducer.recording(into: history)`"
    }
  }
}
