import FlowResults
import Measurement

/// What became of the effects of one load, in one process.
struct EffectRow: LoadProcessRow, Equatable {
  var process = LoadProcess()
  var requested: Int?
  var answered: Int?
  var failed: Int?
  var timedOut: Int?
  var cancelled: Int?
  var meanInFlight: Double?
  var maxInFlight: Int?
  var cancellationP50Ns: Double?
  var cancellationP99Ns: Double?
  var cancellationMaxNs: Double?
  var bytesInFlight: Double?
  var isValid: Bool?

  static let fileName = "effects.csv"

  static let columns: [ResultColumn<EffectRow>] =
    LoadProcess.columns(\.process) + [
      .integer("requested_total", \.requested, "Requests that effects made of the service."),
      .integer("answered_total", \.answered, "Those whose answers were reduced."),
      .integer("failed_total", \.failed, "Those that the service failed."),
      .integer(
        "timed_out_total", \.timedOut, "Those that were given up because they took too long."),
      .integer("cancelled_total", \.cancelled, "Those that a newer action made superfluous."),
      .number(
        "in_flight_mean", \.meanInFlight, "Effects in flight on average over the time of the load."),
      .integer("in_flight_max", \.maxInFlight, "The most at one instant."),
      .number(
        "cancellation_p50_ns", \.cancellationP50Ns,
        "Median time from the cancellation of an effect's task until its work had ended."),
      .number("cancellation_p99_ns", \.cancellationP99Ns, "The 99th percentile of the same."),
      .number("cancellation_max_ns", \.cancellationMaxNs, "The maximum of the same."),
      .number(
        "in_flight_bytes", \.bytesInFlight,
        "Memory that each effect more in flight took; empty: there were never 256, or no jemalloc."),
      .flag("valid", \.isValid, "Whether the load is valid, as in `loads.csv`."),
    ]
}

extension EffectRow {
  /// Whether hardly any request was given up: its time-out hides how long it would have taken.
  var isSustained: Bool? {
    guard let requested, let timedOut else { return nil }
    return Double(timedOut) <= (1 - LoadRow.sustained) * Double(requested)
  }

  /// A line for each load.
  @MainActor
  static func table(_ rows: [EffectRow], _ block: (EffectRow) -> String) -> TextTable {
    var table = TextTable([
      "effects", "requested", "answered", "failed", "timed out", "cancelled", "in flight", "max",
      "cancel p99", "bytes each",
    ])
    var last: String?
    for row in rows {
      if block(row) != last {
        last = block(row)
        table.add([block(row)])
      }
      let counts = [row.requested, row.answered, row.failed, row.timedOut, row.cancelled]
      table.add(
        ["  " + row.dimensions.design] + counts.map { TextTable.number($0.map(Double.init)) } + [
          TextTable.number(row.meanInFlight), TextTable.number(row.maxInFlight.map(Double.init)),
          TextTable.time(row.cancellationP99Ns), TextTable.number(row.bytesInFlight),
        ], row.isValid == true ? .plain : .invalid)
    }
    return table
  }
}
