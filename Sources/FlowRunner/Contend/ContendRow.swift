import FlowHarness
import FlowResults
import Measurement
import Workloads

/// A load of several workers that send as fast as they can.
struct ContendRow: ResultRow, Equatable {
  var runID = ""
  var dimensions = Dimensions()
  var round: Int?
  var seed = ""
  var worker = ""
  var isolation = ""
  var durationNs: Int?
  var actions: Int?
  var throughput: Double?
  var minThroughput: Double?
  var maxThroughput: Double?
  var fairness: Double?
  var speedUp: Double?
  var cpuNs: Double?
  var lost: Int?
  var duplicated: Int?
  var reordered: Int?
  var digest = ""
  var isValid: Bool?
  var invalidReason = ""
  var warning = ""
  var disturbance = Disturbance()

  static let fileName = "contention.csv"

  static let columns: [ResultColumn<ContendRow>] =
    ResultSchema.columns(\.runID, \.dimensions) + [
      .integer(
        "round", \.round, ResultSchema.roundMeaning),
      .text("seed", \.seed, "Seed of the run, which determines the receivers of actions."),
      .text(
        "worker", \.worker,
        "`thread`, or `task` on the global executor."),
      .text(
        "isolation", \.isolation,
        "Isolation of reductions: `lock`, `own-actor` per store, or `main-actor`."
      ),
      .integer(
        "duration_ns", \.durationNs, "Time from the common start to the end of the last action."),
      .integer("actions_total", \.actions, "Actions of all workers."),
      .number("actions_per_second", \.throughput, "Actions of all workers per second."),
      .number(
        "worker_min_per_second", \.minThroughput,
        "Smallest and largest rate of a worker."),
      .number(
        "worker_max_per_second", \.maxThroughput,
        "Smallest and largest rate of a worker."),
      .number(
        "fairness", \.fairness,
        "Jain's index of the workers' actions: 1 if equal, 1/n if one worker has all.",
        in: .share),
      .number(
        "speedup", \.speedUp,
        "Rate divided by the median rate of one worker in this run; empty: not measured."
      ),
      .number(
        "cpu_ns_per_action", \.cpuNs,
        "Processor time of all threads, which includes waiting."),
      .integer(
        "lost_total", \.lost,
        "Actions that were not reduced, including the warm-up."),
      .integer("duplicated_total", \.duplicated, "Actions that were reduced more than once."),
      .integer(
        "reordered_total", \.reordered,
        "Actions reduced after a later one of the same worker and store."),
      .text(
        "digest", \.digest,
        "Digest of the state after the warm-up; equal for equal numbers of workers."),
      .flag(
        "valid", \.isValid, "True if each action was reduced once, in order, by its module."),
      .text("invalid_reason", \.invalidReason, ResultSchema.invalidMeaning),
      .text("warning", \.warning, ResultSchema.warningMeaning),
    ] + Disturbance.columns.lifted(to: \.disturbance)

  init() {}

  /// Creates the row of a load that has not run.
  init(_ scenario: Scenario, workers: Int, round: Int, runID: String, seed: UInt64) {
    self.runID = runID
    dimensions = Dimensions(scenario)
    dimensions.senders = workers
    self.round = round
    self.seed = String(seed)
  }

  mutating func fill(_ outcome: ContendTask.Outcome) {
    worker = outcome.worker.rawValue
    isolation = outcome.isolation.rawValue
    isValid = outcome.reason.isEmpty
    invalidReason = outcome.reason
    lost = outcome.faults?.lost
    duplicated = outcome.faults?.duplicated
    reordered = outcome.faults?.reordered
    digest = outcome.digest.map { String($0, radix: 16) } ?? ""
    let actions = outcome.sent.reduce(0, +)
    guard outcome.wallNs > 0, !outcome.sent.isEmpty else { return }
    let seconds = Double(outcome.wallNs) / 1e9
    durationNs = Int(outcome.wallNs)
    self.actions = actions
    throughput = Double(actions) / seconds
    minThroughput = outcome.sent.min().map { Double($0) / seconds }
    maxThroughput = outcome.sent.max().map { Double($0) / seconds }
    fairness = Fairness.jain(outcome.sent.map { Double($0) })
    if actions > 0 { cpuNs = Double(outcome.cpuNs) / Double(actions) }
  }

  /// Returns the rows with their speed-ups over one worker of the same scenario.
  static func withSpeedUps(_ rows: [ContendRow]) -> [ContendRow] {
    let valid = rows.filter { $0.isValid == true && $0.dimensions.senders == 1 }
    let alone = Dictionary(grouping: valid, by: \.dimensions.scenario).compactMapValues { rows in
      SortedSamples(rows.compactMap(\.throughput)).median
    }
    return rows.map { row in
      var row = row
      guard row.isValid == true, let base = alone[row.dimensions.scenario], base > 0 else {
        return row
      }
      row.speedUp = row.throughput.map { $0 / base }
      return row
    }
  }
}
