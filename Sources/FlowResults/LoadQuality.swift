/// What the times of a load are worth, beside its times.
package struct LoadQuality: Equatable {
  package var warmUpNs: Int?
  package var steadiness = ""
  package var trustedPercentile: Double?
  package var pauses: Int?
  package var pausedNs: Int?
  package var pausedActions: Int?
  package var stalls: Int?
  package var stalledNs: Int?
  package var inSystem: Double?
  package var inSystemByLaw: Double?
  package var utilisation: Double?
  package var lawQueueingNs: Double?
  package var queueingByLawNs: Double?
  package var queueingByLawLowNs: Double?
  package var queueingByLawHighNs: Double?
  package var arrivalsP: Double?
  package var arrivalsScore: Double?
  package var failedChecks = ""

  package init() {}

  /// What `steadiness` says of a load that does not change.
  package static let steady = "steady"
  /// What it says of one whose services change.
  package static let drifting = "drifting"
  /// What it says of one whose queue grows as long as actions come.
  package static let overloaded = "overloaded"

  static let columns: [ResultColumn<LoadQuality>] = [
    .integer(
      "warm_up_ns", \.warmUpNs,
      "How long the part was that is in none of the times; empty: none was looked for."),
    .text(
      "steadiness", \.steadiness,
      "`steady`, `drifting` or `overloaded` after the warm-up; empty: not meant to be, or unknown."),
    .number(
      "trusted_percentile", \.trustedPercentile,
      "Up to it less than a tenth of the response is the generator's or the machine's; empty: nowhere."
    ),
    .integer(
      "pauses_total", \.pauses,
      "Times of half a millisecond or more in which the machine stood still; empty: nobody watched."
    ),
    .integer("paused_ns", \.pausedNs, "How long these were together."),
    .integer("paused_actions_total", \.pausedActions, "Actions that they made late."),
    .integer(
      "stalls_total", \.stalls,
      "Services of half a millisecond or more while the machine did not stand still."),
    .integer("stalled_ns", \.stalledNs, "How long these were together."),
    .number(
      "in_system_mean", \.inSystem,
      "Actions in the system on average, by when they were meant to come and when they ended."),
    .number(
      "in_system_by_law", \.inSystemByLaw,
      "The same by Little's law: the rate times the mean response."),
    .number(
      "utilisation", \.utilisation,
      "The rate times the mean service, of the store or of each place of the service behind it."),
    .number(
      "law_queueing_ns", \.lawQueueingNs,
      "The mean queueing that the next column predicts: for the store, or for a place."),
    .number(
      "queueing_by_law_ns", \.queueingByLawNs,
      "The same from the load's own services and delays: by Pollaczek and Khinchin, or Erlang; or empty."
    ),
    .number(
      "queueing_by_law_low_ns", \.queueingByLawLowNs,
      "Where it begins in 95 % of loads with such services, whose arrivals come by chance; or empty."
    ),
    .number("queueing_by_law_high_ns", \.queueingByLawHighNs, "Where it ends; or empty."),
    .number(
      "arrivals_p", \.arrivalsP,
      "How likely arrivals of a Poisson process deviate as much (Anderson and Darling).",
      in: .share),
    .number(
      "arrivals_score", \.arrivalsScore,
      "How strongly a gap depends on the one before, in standard deviations (Spearman).",
      in: .any),
    .text("failed_checks", \.failedChecks, "What theory says and does not hold."),
  ]
}
