/// How the rows of a job can be wrong in a file.
enum RowDamage: CaseIterable {
  case lastMissing, allMissing, lastRepeated, allRepeated, lastReplaced

  /// The rows with the damage; at least two.
  func applied<Row>(to rows: [Row]) -> [Row] {
    switch self {
    case .lastMissing: rows.dropLast()
    case .allMissing: []
    case .lastRepeated: rows + rows.suffix(1)
    case .allRepeated: rows + rows
    case .lastReplaced: rows.dropLast() + rows.dropLast().suffix(1)
    }
  }
}
