import FlowResults

/// The interleavings of one scenario.
struct ExploreRow: ResultRow, Equatable {
  var runID = ""
  var dimensions = Dimensions()
  var load = ""
  var firstSeed = ""
  var runs: Int?
  var interleavings: Int?
  var actions: Int?
  var answered: Int?
  var cancelled: Int?
  var isValid: Bool?
  var failingSeed = ""
  var invalidReason = ""
  var dropped: Int?

  static let fileName = "explored.csv"

  static let columns: [ResultColumn<ExploreRow>] =
    ResultSchema.columns(\.runID, \.dimensions) + [
      .text("load", \.load, "Who sends and when, and what effects call."),
      .text("seed", \.firstSeed, "Seed of the first interleaving; each next one has the next."),
      .integer("explored_total", \.runs, "Interleavings that were tried."),
      .integer("different_total", \.interleavings, "How many of them were different."),
      .integer("actions_total", \.actions, "Actions sent in all of them."),
      .integer("answered_total", \.answered, "Effects that were answered."),
      .integer(
        "unanswered_total", \.cancelled, "Effects that were cancelled, failed or timed out."),
      .flag("valid", \.isValid, "Whether all was as it must be in every interleaving."),
      .text("failing_seed", \.failingSeed, "The first seed with which it was not."),
      .text("invalid_reason", \.invalidReason, "What was not, in it."),
      .integer(
        "dropped_total", \.dropped,
        "Actions that came to a full queue in all of them; empty: as many may wait as come."),
    ]
}

extension ExploreRow {
  mutating func fill(_ outcome: ExploreOutcome) {
    runs = outcome.runs
    interleavings = outcome.interleavings
    actions = outcome.actions
    dropped = outcome.dropped
    answered = outcome.answered
    cancelled = outcome.cancelled
    isValid = outcome.violation == nil
    failingSeed = outcome.failingSeed.map { String($0) } ?? ""
    invalidReason = outcome.violation ?? ""
    if outcome.isRepeatable == false { invalidReason += "; it did not when it was repeated" }
  }
}
