import FlowResults

extension SampleRow {
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
    case .failed, .hung:
      row.isValid = false
      row.reason = ending.failure ?? ""
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
