extension ComparisonWarnings {
  /// Returns a line if single actions of a pair were sent at different paces.
  static func paces(_ pairs: [ScenarioPair]) -> [String] {
    let paces = pairs.map { ($0.base.pace, $0.candidate.pace) }
    guard let (base, candidate) = paces.first(where: { $0 != $1 && !$0.isEmpty && !$1.isEmpty })
    else { return [] }
    return ["pace also differs: '\(base)' in the base, '\(candidate)' in the candidate"]
  }
}
