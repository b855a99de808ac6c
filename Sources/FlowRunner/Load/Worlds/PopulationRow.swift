import FlowResults
import Measurement

/// All worlds of a load together, in one round of one scenario.
struct PopulationRow: LoadProcessRow, Equatable {
  /// The least and the most of the worlds.
  struct Spread: Equatable {
    var least: Double?
    var most: Double?

    init() {}

    init(_ values: [Double?]) {
      let known = values.compactMap { $0 }
      guard known.count == values.count else { return }
      (least, most) = (known.min(), known.max())
    }
  }

  var process = LoadProcess()
  var worlds: Int?
  var offered: Int?
  var completed: Int?
  var dropped: Int?
  var abandoned: Int?
  var throughput: Double?
  var digest = ""
  var isValid: Bool?
  var response = LoadRow.Times(LatencyHistogram())
  var completedSpread = Spread()
  var p50Spread = Spread()
  var p99Spread = Spread()
  var slowestWorld: Int?
  var requested: Int?
  var answered: Int?
  var failed: Int?
  var timedOut: Int?
  var cancelled: Int?
  var reneged: Int?

  static let fileName = "populations.csv"

  static let columns: [ResultColumn<PopulationRow>] =
    LoadProcess.columns(\.process, load: "The load of all worlds together.") + [
      .integer("worlds", \.worlds, "How many worlds there are; each has a row of `loads.csv`."),
      .integer("offered_total", \.offered, "Actions that came, in all worlds."),
      .integer("completed_total", \.completed, "Actions that were done, in all worlds."),
      .integer("dropped_total", \.dropped, "Actions that came to a full queue, in all worlds."),
      .integer("abandoned_total", \.abandoned, "Actions abandoned at the end, in all worlds."),
      .number(
        "completed_per_second", \.throughput,
        "Actions done for each second of the time that all worlds live in."),
      .text(
        "digest", \.digest, "Of the digests of all worlds, whatever order they were driven in."),
      .flag("valid", \.isValid, "Whether every world is."),
      .integer(
        "least_completed", \.completedSpread.leastCount, "Actions done in the world that did least."
      ),
      .integer(
        "most_completed", \.completedSpread.mostCount, "Actions done in the world that did most."),
      .number("response_mean_ns", \.response.meanNs, "The mean response time of all."),
      .number(
        "response_p50_ns", \.response.p50Ns,
        "The median response time of all, from the sum of the worlds' histograms."),
      .number("response_p99_ns", \.response.p99Ns, "The 99th percentile of the same."),
      .number("response_max_ns", \.response.maxNs, "The maximum of the same."),
      .number("least_response_p50_ns", \.p50Spread.least, "The least median of a world."),
      .number("most_response_p50_ns", \.p50Spread.most, "The largest median of a world."),
      .number("least_response_p99_ns", \.p99Spread.least, "The least 99th percentile of a world."),
      .number("most_response_p99_ns", \.p99Spread.most, "The largest of the same."),
      .integer("slowest_world", \.slowestWorld, "Which world has it, from 1."),
      .integer("requested_total", \.requested, "Requests to the service, in all worlds."),
      .integer("answered_total", \.answered, "Those answered."),
      .integer("failed_total", \.failed, "Those that the service failed."),
      .integer("timed_out_total", \.timedOut, "Those given up after the timeout."),
      .integer("cancelled_total", \.cancelled, "Those cancelled by a newer action."),
      .integer("reneged_total", \.reneged, "Those taken back after the patience."),
    ]
}

extension PopulationRow.Spread {
  fileprivate var leastCount: Int? {
    get { least.map { Int($0) } }
    set { least = newValue.map { Double($0) } }
  }

  fileprivate var mostCount: Int? {
    get { most.map { Int($0) } }
    set { most = newValue.map { Double($0) } }
  }
}
