import Measurement
import OrderedCollections

/// Two levels along a size: how each grows, and where the cheaper one changes.
struct SizeSweep {
  /// The size that grows.
  let along: Dimension
  let baseLevel: String
  let level: String
  /// The pairs by ascending size, one for each.
  let pairs: [ScenarioPair]
  /// Where the winner changes, by ascending size.
  let crossings: [Crossing]
  /// How the base's cost grows; `nil` with fewer than three sizes.
  let baseGrowth: PowerLawFit?
  /// How the candidate's cost grows.
  let growth: PowerLawFit?

  /// Every sweep over two sizes or more among pairs.
  ///
  /// - Parameter by: The dimension in which the pairs differ.
  static func all(_ pairs: [ScenarioPair], by: Dimension) -> [SizeSweep] {
    let timed = pairs.filter { $0.leading?.comparison != nil && !$0.verdict.isInvalid }
    return Dimension.sizes.filter { $0 != by && !by.dependents.contains($0) }.flatMap { along in
      let families = OrderedDictionary(grouping: timed) { pair in
        Matching.surroundings(of: pair.candidate, without: [by, along]) + [pair.level]
      }
      return families.values.compactMap { SizeSweep($0, along: along) }
    }
  }

  private init?(_ family: [ScenarioPair], along: Dimension) {
    let sized = family.compactMap { pair in
      // Both sides at the same size, and never at size 0, which has no logarithm.
      along.size(of: pair.candidate.dimensions).flatMap { size in
        size > 0 && along.size(of: pair.base.dimensions) == size ? (size, pair) : nil
      }
    }.sorted { $0.0 < $1.0 }
    guard Set(sized.map(\.0)).count >= 2, Set(sized.map(\.0)).count == sized.count,
      let first = sized.first?.1
    else { return nil }
    self.along = along
    baseLevel = first.baseLevel
    level = first.level
    pairs = sized.map(\.1)
    crossings = Crossing.all(
      sized.compactMap { size, pair in
        pair.leading?.comparison.map {
          Crossing.Point(size: Double(size), logRatio: $0.logRatio, spread: $0.spread)
        }
      })
    baseGrowth = Self.growth(sized.map { ($0.0, $0.1.base) })
    growth = Self.growth(sized.map { ($0.0, $0.1.candidate) })
  }

  /// How a cost grows with size; `nil` where sizes were measured on several machines.
  private static func growth(_ scenarios: [(Int, MeasuredScenario)]) -> PowerLawFit? {
    guard Set(scenarios.map(\.1.runID)).count == 1 else { return nil }
    return PowerLawFit(
      scenarios.flatMap { size, scenario in
        scenario.processMedians(scenario.kind.leading).map { (Double(size), $0) }
      })
  }

  /// The sizes, ascending.
  var sizes: [Int] { pairs.compactMap { along.size(of: $0.candidate.dimensions) } }

  /// Candidate over base at each size.
  var ratios: [Double] { pairs.compactMap { $0.leading?.comparison?.ratio } }
}

extension PairVerdict {
  /// Whether a side must not be believed.
  var isInvalid: Bool {
    if case .invalid = self { return true }
    return false
  }
}
