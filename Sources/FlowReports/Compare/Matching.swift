import FlowResults
import OrderedCollections

/// Finds the pairs of scenarios that differ in one dimension only.
enum Matching {
  /// Returns every level of a dimension with the base level, within a run.
  ///
  /// - Parameter base: The base level; `nil`: the default level.
  /// - Throws: `PlanError` if the run has no such level, or no other one.
  static func levels(
    _ scenarios: [MeasuredScenario], by dimension: Dimension, base: String?
  ) throws(PlanError) -> [ScenarioPair] {
    let base = try baseLevel(scenarios, dimension, base)
    let groups = OrderedDictionary(grouping: scenarios) { scenario in
      surroundings(of: scenario, without: [dimension])
    }
    let pairs = groups.values.flatMap { group -> [ScenarioPair] in
      guard let first = group.first(where: { dimension.level(of: $0.dimensions) == base })
      else { return [] }
      // Times of two machines are not comparable.
      return group.filter { $0.id != first.id && $0.runID == first.runID }.map { other in
        ScenarioPair(
          base: first, candidate: other, baseLevel: name(of: first, in: dimension, among: group),
          level: name(of: other, in: dimension, among: group))
      }
    }
    guard !pairs.isEmpty else {
      throw .refused(
        option: "--by",
        reason: "no two scenarios of the run differ in \(dimension.rawValue) and in nothing else"
          + (Set(scenarios.map(\.runID)).count > 1 ? ", measured in one shard" : "")
          + "; run a suite with several, or compare by another dimension")
    }
    return pairs
  }

  /// Returns the scenarios that two runs share.
  ///
  /// - Throws: `PlanError` if there are none.
  static func runs(
    _ base: [MeasuredScenario], _ candidate: [MeasuredScenario],
    names: (base: String, candidate: String)
  ) throws(PlanError) -> [ScenarioPair] {
    let known = Dictionary(uniqueKeysWithValues: base.map { ($0.id, $0) })
    let pairs = candidate.compactMap { candidate in
      known[candidate.id].map {
        ScenarioPair(
          base: $0, candidate: candidate, baseLevel: names.base, level: names.candidate)
      }
    }
    guard !pairs.isEmpty else {
      throw .refused(
        option: "CANDIDATE",
        reason: "the runs have no scenario in common; run both with the same suite and options")
    }
    return pairs
  }

  /// Returns the levels that compared scenarios share.
  static func surroundings(
    of scenario: MeasuredScenario, without left: [Dimension]
  ) -> [String] {
    let left = Set(left + left.flatMap(\.dependents))
    return Dimension.allCases.map { left.contains($0) ? "" : $0.level(of: scenario.dimensions) }
  }

  private static func baseLevel(
    _ scenarios: [MeasuredScenario], _ dimension: Dimension, _ requested: String?
  ) throws(PlanError) -> String {
    var levels = Array(OrderedSet(scenarios.map { dimension.level(of: $0.dimensions) }))
    if dimension.isSize { levels.sort { (Int($0) ?? -1) < (Int($1) ?? -1) } }
    if let requested {
      guard levels.contains(requested) else {
        throw .unknown(option: "--base", kind: dimension.rawValue, name: requested, known: levels)
      }
      return requested
    }
    if let plain = dimension.plainLevel, levels.contains(plain) { return plain }
    return levels.first ?? ""
  }

  /// Returns the level, with the dependent dimensions that alone distinguish two scenarios:
  /// `scoped:4`, for example.
  private static func name(
    of scenario: MeasuredScenario, in dimension: Dimension, among group: [MeasuredScenario]
  ) -> String {
    let level = dimension.level(of: scenario.dimensions)
    let others = group.filter { dimension.level(of: $0.dimensions) == level }
    let details = dimension.dependents.filter { dependent in
      Set(others.map { dependent.level(of: $0.dimensions) }).count > 1
    }
    return ([level] + details.map { $0.level(of: scenario.dimensions) }).joined(separator: ":")
  }
}
