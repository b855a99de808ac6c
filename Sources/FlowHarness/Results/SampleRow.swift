/// One sample of one trial.
struct SampleRow: ResultRow, Equatable {
  var schemaVersion: Int? = 1
  var runID = ""
  var dimensions = Dimensions()
  var pass = ""
  var seed = ""
  var round: Int?
  var iteration: Int?
  var actions: Int?
  var batches: Int?
  var wallNs: Double?
  var cpuNs: Double?
  var sendNs: Double?
  var invalidations: Double?
  var wasted: Double?
  var allocations: Double?
  var bytes: Double?
  var digest = ""
  var isValid: Bool?
  var reason = ""

  static let fileName = "samples.csv"

  static let columns: [ResultColumn<SampleRow>] =
    [
      .integer("schema_version", \.schemaVersion, "Version of this list of columns."),
      .text("run_id", \.runID, "The run, as in `runs.csv`."),
    ] + Dimensions.columns(\.dimensions) + [
      .text("pass", \.pass, "`timing` or `counting`; never both at once."),
      .text("seed", \.seed, "Seed of the run; actions depend on it and on what is sent alone."),
      .integer("round", \.round, "Which fresh process of this scenario, from 0."),
      .integer("iteration", \.iteration, "Which sample of that process, from 0."),
      .integer("actions", \.actions, "Actions sent in this sample."),
      .integer("batches", \.batches, "Intervals that were timed and added up."),
      .number("wall_ns_per_action", \.wallNs, "Elapsed time until all was quiet."),
      .number("cpu_ns_per_action", \.cpuNs, "Time on all cores, of all threads, until quiet."),
      .number(
        "send_ns_per_action", \.sendNs,
        "Time inside `send`; where that is not everything, timed apart, less the clock's cost."),
      .number("invalidations_per_action", \.invalidations, "Views told of a change."),
      .number("wasted_per_action", \.wasted, "Views told although what they draw is the same."),
      .number("allocations_per_action", \.allocations, "Blocks handed out by the allocator."),
      .number(
        "bytes_per_action", \.bytes, "Bytes of those blocks, in the allocator's size classes."),
      .text("digest", \.digest, "State after the proof actions; equal for all designs."),
      .flag("valid", \.isValid, "Whether the trial ended, in the right state."),
      .text("reason", \.reason, "Why it is not valid, or what could not be measured."),
    ]

  /// The rows of a trial: one for each sample, or one that says why there is none.
  static func rows(
    of trial: Plan.Trial, _ ending: TrialProcess.Ending, plan: Plan, runID: String
  ) -> [SampleRow] {
    var row = SampleRow()
    row.runID = runID
    row.dimensions = Dimensions(trial.scenario)
    row.pass = trial.pass.rawValue
    row.seed = String(plan.seed)
    row.round = trial.round
    switch ending {
    case .interrupted: return []
    case .failed(let reason):
      row.isValid = false
      row.reason = reason
      return [row]
    case .finished(let outcome):
      row.digest = hexadecimal(outcome.digest)
      row.isValid = outcome.isValid
      row.reason = outcome.reason ?? ""
      guard !outcome.samples.isEmpty else { return [row] }
      return outcome.samples.enumerated().map { index, sample in
        var row = row
        row.iteration = index
        row.take(sample)
        return row
      }
    }
  }

  private mutating func take(_ sample: SampleOutcome) {
    actions = sample.actions
    batches = sample.batches
    wallNs = sample.wallNsPerAction
    cpuNs = sample.cpuNsPerAction
    sendNs = sample.sendNsPerAction
    invalidations = sample.invalidationsPerAction
    wasted = sample.wastedPerAction
    allocations = sample.allocationsPerAction
    bytes = sample.bytesPerAction
  }

  private static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension TrialKey {
  /// The trial a row belongs to.
  init(_ row: SampleRow) {
    self.init(scenario: row.dimensions.scenario, pass: row.pass, round: row.round ?? 0)
  }
}
