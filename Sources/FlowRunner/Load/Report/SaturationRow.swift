import FlowResults

/// One rate that a search for the highest rate has tried.
struct SaturationRow: ResultRow, Equatable {
  var runID = ""
  var dimensions = Dimensions()
  var bound = ""
  var probe: Int?
  var rate: Double?
  var throughput: Double?
  var p50Ns: Double?
  var p99Ns: Double?
  var holds: Bool?
  var isConfirmation: Bool?
  var highest: Double?

  static let fileName = "saturation.csv"

  static let columns: [ResultColumn<SaturationRow>] =
    ResultSchema.columns(\.runID, \.dimensions) + [
      .text("bound", \.bound, "Condition of the search."),
      .integer("probe", \.probe, "Number of the attempt, from 0; the `round` of `loads.csv`."),
      .number("rate_per_second", \.rate, "Attempted rate."),
      .number("completed_per_second", \.throughput, "Completed actions per second."),
      .number("response_p50_ns", \.p50Ns, "Percentile of the response time."),
      .number("response_p99_ns", \.p99Ns, "Percentile of the response time."),
      .flag("holds", \.holds, "True if the condition held and the rate was sustained."),
      .flag("confirmation", \.isConfirmation, "True for a repetition that confirms a rate."),
      .number(
        "highest_per_second", \.highest,
        "Highest rate of the search that always held; empty: none."),
    ]

  /// Returns the rows of all searches.
  static func rows(of searches: [SaturationSearch.Result], runID: String) -> [SaturationRow] {
    searches.flatMap { rows(of: $0, runID: runID) }
  }

  private static func rows(
    of search: SaturationSearch.Result, runID: String
  ) -> [SaturationRow] {
    search.probes.enumerated().map { number, probe -> SaturationRow in
      var row = SaturationRow()
      row.runID = runID
      row.dimensions = Dimensions(search.scenario)
      if let senders = probe.row.dimensions.senders { row.dimensions.senders = senders }
      row.bound = search.bound.description
      row.probe = number
      row.rate = probe.rate
      row.throughput = probe.row.throughput
      row.p50Ns = probe.row.response.p50Ns
      row.p99Ns = probe.row.response.p99Ns
      row.holds = probe.holds
      row.isConfirmation = probe.isConfirmation
      row.highest = search.highest
      return row
    }
  }
}
