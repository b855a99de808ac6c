package import FlowHarness
import FlowResults
package import Foundation

/// What the process of an exploration does.
package enum ExploreChild {
  /// The hidden subcommand.
  package static let command = "explore-trial"

  private static let progressRuns = 1_000

  /// Tries the interleavings that `json` asks for, up to the first that fails; says how far it is,
  /// and the outcome, as a line of JSON. Of a scenario that the catalogue lacks it says that instead.
  ///
  /// - Throws: `DecodingError` for anything that is not a request, `PlanError` for a scenario that
  ///   cannot be moved into virtual time, and what making the load throws.
  @MainActor
  package static func run(
    _ json: Data, catalogue: Catalogue, say: (String) -> Void
  ) throws {
    let request = try JSONDecoder().decode(ExploreRequest.self, from: json)
    guard catalogue.effectAbilities(of: request.load.scenario)?.supportsVirtualTime == true else {
      say(try CatalogueGap(request.load.scenario).line())
      return
    }
    let outcome = try explore(request, catalogue) { runs in
      if let line = try? text(.progress(runs)) { say(line) }
    }
    say(try text(.ended(outcome)))
  }

  private static func text(_ message: ExploreMessage) throws -> String {
    String(decoding: try JSONEncoder().encode(message), as: UTF8.self)
  }

  /// Tries one seed after the other.
  @MainActor
  static func explore(
    _ request: ExploreRequest, _ catalogue: Catalogue, progress: (Int) -> Void = { _ in }
  ) throws -> ExploreOutcome {
    var outcome = ExploreOutcome()
    var fingerprints: Set<UInt64> = []
    var load = request.load
    for run in 0..<request.runs {
      load.seed = request.load.seed &+ UInt64(run)
      guard let found = try catalogue.effects(of: load)?.explore?() else {
        throw PlanError.unsupported(load.scenario.id)
      }
      fingerprints.insert(found.fingerprint)
      outcome.runs += 1
      outcome.actions += found.actions
      outcome.answered += found.answered
      outcome.cancelled += found.cancelled
      if let violation = found.violation {
        outcome.failingSeed = load.seed
        outcome.violation = violation
        outcome.isRepeatable = try catalogue.effects(of: load)?.explore?() == found
        break
      }
      if outcome.runs % progressRuns == 0 { progress(outcome.runs) }
    }
    outcome.interleavings = fingerprints.count
    return outcome
  }
}
