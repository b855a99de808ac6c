import FlowResults

/// One second of a load, or a minute.
struct TimelineRow: LoadProcessRow, Equatable {
  var process = LoadProcess()
  var second: Int?
  var offered: Int?
  var completed: Int?
  var dropped: Int?
  var inSystem: Int?
  var p50Ns: Int?
  var p99Ns: Int?
  var maxNs: Int?
  var pausedNs: Int?
  var stolenNs: Int?
  var seconds: Int?

  static let fileName = "timeline.csv"

  static let columns: [ResultColumn<TimelineRow>] =
    LoadProcess.columns(\.process) + [
      .integer(
        "second", \.second,
        "Which second since the start, from 0; with `--virtual` one in which no action came, ended "
          + "or was dropped has no row, and `in_system` is that of the row before."),
      .integer("offered", \.offered, "Actions meant to come in it; empty: closed loop."),
      .integer("completed", \.completed, "Actions that ended in it."),
      .integer("dropped", \.dropped, "Actions that were dropped in it."),
      .integer(
        "in_system", \.inSystem,
        "Actions that had come by its end and were neither done nor dropped; empty: closed loop."
      ),
      .integer(
        "response_p50_ns", \.p50Ns,
        "Median response time of those that ended in it; empty: too few."),
      .integer(
        "response_p99_ns", \.p99Ns, "The 99th percentile of the same; empty: fewer than 100."),
      .integer("response_max_ns", \.maxNs, "The maximum of the same."),
      .integer(
        "paused_ns", \.pausedNs,
        "How long a thread that watches the clock on another core stood still; empty: none could."),
      .integer(
        "stolen_ns", \.stolenNs,
        "Processor time that the hypervisor gave to others, of all cores; empty: nobody says."),
      .integer(
        "seconds", \.seconds,
        "How many seconds the row is of: 1, or 60 in worlds that live longer than an hour."),
    ]
}
