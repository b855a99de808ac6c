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

  package init() {}

  package static let fileName = "effects.csv"

  package static let columns: [ResultColumn<EffectRow>] =
    LoadProcess.columns(\.process) + [
      .integer("requested_total", \.requested, "Requests of effects to the service."),
      .integer("answered_total", \.answered, "Requests whose answers were reduced."),
      .integer("failed_total", \.failed, "Requests that the service failed."),
      .integer("timed_out_total", \.timedOut, "Requests that timed out."),
      .integer("cancelled_total", \.cancelled, "Requests that a newer action cancelled."),
      .number("in_flight_mean", \.meanInFlight, "Mean number of effects in flight."),
      .integer("in_flight_max", \.maxInFlight, "Maximum number of effects in flight."),
      .number("cancellation_p50_ns", \.cancellationP50Ns, cancellation),
      .number("cancellation_p99_ns", \.cancellationP99Ns, cancellation),
      .number("cancellation_max_ns", \.cancellationMaxNs, cancellation),
      .number(
        "in_flight_bytes", \.bytesInFlight,
        "Memory of each effect in flight; empty: fewer than 256, or no jemalloc.", in: .any),
      .flag("valid", \.isValid, "True if the load is valid."),
    ]

  private static let cancellation = "Time from the cancellation of an effect to its end."
}
