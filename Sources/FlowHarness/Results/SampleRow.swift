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
  var threadCPUNs: Double?
  var preemptions: Int?
  var frees: Double?
  var reallocations: Double?
  var bytesAsked: Double?
  var objects: Double?
  var retains: Double?
  var releases: Double?
  var liveBytesBefore: Int?
  var liveBytesAfter: Int?
  var keptBytes: Int?
  var residentBytes: Int?
  var fragmentation: Double?
  var instructions: Double?

  static let fileName = "samples.csv"

  static let columns: [ResultColumn<SampleRow>] =
    [
      .integer("schema_version", \.schemaVersion, "Version of this list of columns."),
      .text("run_id", \.runID, "The run, as in `runs.csv`."),
    ] + Dimensions.columns(\.dimensions) + [
      .text("pass", \.pass, "`timing`, `counting` or `instructions`; never two at once."),
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
        "bytes_per_action", \.bytes,
        "Bytes of those blocks and of reallocated ones, in the allocator's size classes."),
      .text("digest", \.digest, "State after the proof actions; equal for all designs."),
      .flag("valid", \.isValid, "Whether the trial ended, in the right state."),
      .text("reason", \.reason, "Why it is not valid, or what could not be measured."),
      .number(
        "thread_cpu_ns_per_action", \.threadCPUNs,
        "Time on a core of the sending thread; empty where it changed."),
      .integer(
        "preemptions_total", \.preemptions, "How often the system took a core away meanwhile."),
      .number("frees_per_action", \.frees, "Blocks given back to the allocator."),
      .number("reallocations_per_action", \.reallocations, "Blocks that got another size."),
      .number(
        "asked_bytes_per_action", \.bytesAsked, "Bytes of all blocks as they were asked for."),
      .number("objects_per_action", \.objects, "Swift objects made on the heap."),
      .number(
        "retains_per_action", \.retains,
        "Strong retains asked of the Swift runtime; not weak references made strong."),
      .number("releases_per_action", \.releases, "Strong releases asked of it."),
      .integer(
        "live_before_bytes", \.liveBytesBefore, "Heap in use before the store was made."),
      .integer(
        "live_after_bytes", \.liveBytesAfter, "Heap in use at the end, the store still there."),
      .integer("kept_bytes", \.keptBytes, "The difference: what store, state and views keep."),
      .integer(
        "resident_bytes", \.residentBytes, "Memory that the allocator holds for the process."),
      .number(
        "fragmentation_ratio", \.fragmentation,
        "Pages the allocator has in use over the blocks in them; 1 is no waste."),
      .number(
        "instructions_per_action", \.instructions,
        "Instructions executed in user space, on all threads."),
    ] + Dimensions.laterColumns(\.dimensions)

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
      if outcome.isPinned == false { row.dimensions.affinity = "" }
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
    threadCPUNs = sample.threadCPUNsPerAction
    preemptions = sample.preemptions
    frees = sample.freesPerAction
    reallocations = sample.reallocationsPerAction
    bytesAsked = sample.bytesAskedPerAction
    objects = sample.objectsPerAction
    retains = sample.retainsPerAction
    releases = sample.releasesPerAction
    liveBytesBefore = sample.liveBytesBefore
    liveBytesAfter = sample.liveBytesAfter
    if let before = sample.liveBytesBefore, let after = sample.liveBytesAfter {
      keptBytes = after - before
    }
    residentBytes = sample.residentBytes
    fragmentation = sample.fragmentation
    instructions = sample.instructionsPerAction
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
