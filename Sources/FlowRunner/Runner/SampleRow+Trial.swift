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
      row.invalidReason = ending.failure ?? ""
      return [row]
    case .finished(let outcome):
      row.digest = hexadecimal(outcome.digest)
      row.isValid = outcome.isValid
      if outcome.isValid {
        row.warning = outcome.reason ?? ""
      } else {
        row.invalidReason = outcome.reason ?? ""
      }
      if outcome.isPinned == false { row.dimensions.affinity = "" }
      guard !outcome.samples.isEmpty else { return [row] }
      return outcome.samples.enumerated().map { index, sample in
        var row = row
        row.iteration = index
        row.measures = sample
        return row
      }
    }
  }

  private static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
