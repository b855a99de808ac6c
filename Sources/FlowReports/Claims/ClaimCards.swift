import FlowResults

/// The claims of the articles, evaluated against one run.
package struct ClaimCards: Sendable {
  /// A card for each requested claim.
  package let cards: [ClaimCard]

  /// The numbers of all claims.
  package static let numbers = Claim.all.map(\.number)

  /// Evaluates claims against a run on disk.
  ///
  /// - Parameters:
  ///   - path: The directory of the run.
  ///   - design: The only design to evaluate; `nil`: the designs of each claim.
  ///   - claim: The number of the only claim to evaluate; `nil`: all claims.
  ///   - load: The directory of a load of the same machine, if there is one.
  /// - Throws: An error if there is no run, the run lacks the design, or the load is of another
  ///   machine.
  package init(
    run path: String, design: String? = nil, claim: Int? = nil, load: String? = nil
  ) throws {
    let run = try MeasuredRun(reading: path, option: "--run")
    let effects = try load.map { try MeasuredEffects(reading: $0, beside: run) }
    let evidence = ClaimEvidence(run: run, design: design, effects: effects)
    let known = [Dimensions.reference] + evidence.measuredDesigns
    if let design, !known.contains(design) {
      throw PlanError.unknown(
        option: "--design", kind: "design of this run", name: design, known: known)
    }
    cards = Claim.all.filter { claim == nil || $0.number == claim }
      .map { ClaimCard($0, evidence) }
  }

  /// The numbers of the claims that were not measured.
  package var notMeasured: [Int] {
    cards.filter { $0.verdict == .notMeasured }.map(\.claim.number)
  }
}
