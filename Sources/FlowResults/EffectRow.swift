/// The effects of one load, in one process.
package struct EffectRow: LoadProcessRow, Equatable {
  package var process = LoadProcess()
  package var requested: Int?
  package var answered: Int?
  package var failed: Int?
  package var timedOut: Int?
  package var cancelled: Int?
  package var meanInFlight: Double?
  package var maxInFlight: Int?
  package var cancellationP50Ns: Double?
  package var cancellationP99Ns: Double?
  package var cancellationMaxNs: Double?
  package var bytesInFlight: Double?
  package var isValid: Bool?
  package var reneged: Int?

  package init() {}

  package static let fileName = "effects.csv"

  package static let columns: [ResultColumn<EffectRow>] =
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
        "Memory that each effect more in flight took; empty: there were never 256, or no jemalloc.",
        in: .any),
      .flag("valid", \.isValid, "Whether the load is valid, as in `loads.csv`."),
      .integer(
        "reneged_total", \.reneged,
        "Requests that were taken back while they waited for a place; empty: without `--patience`."),
    ]
}
