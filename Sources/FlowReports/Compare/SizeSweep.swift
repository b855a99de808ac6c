import FlowResults
import Measurement
import OrderedCollections

/// Two levels at several sizes, with their growth and crossings.
struct SizeSweep {
  /// The dimension of the sizes.
  let along: Dimension
  let baseLevel: String
  let level: String
  /// The pairs by ascending size, one for each.
  let pairs: [ScenarioPair]
  /// The sizes, ascending.
  let sizes: [Int]
  /// The sizes at which the cheaper level changes, ascending.
  let crossings: [Crossing]
  /// The growth of the base's cost and of the candidate's, each with its scenario's name; none with
  /// fewer than three sizes.
  let growths: [String]

  /// Returns every sweep over at least two sizes among pairs that differ in `by`.
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
      // Both sides must have the same size, and size 0 has no logarithm.
      along.size(of: pair.candidate.dimensions).flatMap { size in
        size > 0 && along.size(of: pair.base.dimensions) == size ? (size, pair) : nil
      }
    }.sorted { $0.0 < $1.0 }
    guard sized.count >= 2, Set(sized.map(\.0)).count == sized.count else { return nil }
    self.along = along
    baseLevel = sized[0].1.baseLevel
    level = sized[0].1.level
    pairs = sized.map(\.1)
    sizes = sized.map(\.0)
    crossings = Crossing.all(
      sized.compactMap { size, pair in
        pair.leading?.comparison.map {
          Crossing.Point(size: Double(size), logRatio: $0.logRatio, spread: $0.spread)
        }
      })
    growths = [sized.map { ($0.0, $0.1.base) }, sized.map { ($0.0, $0.1.candidate) }].compactMap {
      Self.growth($0, along)
    }
  }

  /// Returns a scenario and its growth.
  private static func growth(
    _ scenarios: [(size: Int, scenario: MeasuredScenario)], _ along: Dimension
  ) -> String? {
    let first = scenarios[0].scenario
    let name = Dimensions.sizeName(of: along.rawValue, warning: first.rowWarning)
    return MeasuredScenario.growth(scenarios, of: name).map {
      "\(first.description(without: Set([along] + along.dependents))): \($0)"
    }
  }

  /// The candidate's cost divided by the base's at each size.
  var ratios: [Double] { pairs.compactMap { $0.leading?.comparison?.ratio } }

  /// Returns the levels that all scenarios share: `app · uniform · inout`.
  func surroundings(by: Dimension?) -> String {
    let hidden = Set([by, along].compactMap { $0 } + (by?.dependents ?? []) + along.dependents)
    return pairs[0].candidate.description(without: hidden)
  }
}

extension MeasuredScenario {
  /// Returns the growth of the leading metric, a time; `nil` if the sizes were measured on several
  /// machines.
  static func growth(
    _ scenarios: [(size: Int, scenario: MeasuredScenario)], of name: FittedGrowth.SizeName
  ) -> String? {
    guard Set(scenarios.map(\.scenario.runID)).count == 1 else { return nil }
    return SizeGrowth.text(
      scenarios.map { size, scenario in
        let times = scenario.processMedians(scenario.kind.leading)
        return (size, times)
      }, of: name)
  }
}
