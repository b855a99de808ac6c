/// One sample of one trial.
@dynamicMemberLookup
package struct SampleRow: ResultRow, Equatable {
  package var runID = ""
  package var dimensions = Dimensions()
  package var pass = ""
  package var seed = ""
  package var round: Int?
  package var iteration: Int?
  package var pace = ""
  package var measures = SampleMeasures()
  package var digest = ""
  package var isValid: Bool?
  package var invalidReason = ""
  package var warning = ""
  package var disturbance = Disturbance()

  package init() {}

  package static let fileName = "samples.csv"

  package subscript<T>(dynamicMember path: WritableKeyPath<SampleMeasures, T>) -> T {
    get { measures[keyPath: path] }
    set { measures[keyPath: path] = newValue }
  }

  package static let columns: [ResultColumn<SampleRow>] =
    ResultSchema.columns(\.runID, \.dimensions) + [
      .text("pass", \.pass, "`timing`, `cold`, `counting` or `instructions`."),
      .text("seed", \.seed, "Seed of the run, which determines the actions."),
      .integer("round", \.round, ResultSchema.roundMeaning),
      .integer("iteration", \.iteration, "Number of the sample in its process, from 0."),
      .text(
        "pace", \.pace,
        "Pace of single actions in the pass `cold`, and the memory used between two of them."),
    ] + SampleMeasures.columns.lifted(to: \.measures) + [
      .text(
        "digest", \.digest,
        "Digest of the state after the verification actions; equal for all designs."),
      .flag("valid", \.isValid, "True if the trial ended in the correct state."),
      .text("invalid_reason", \.invalidReason, ResultSchema.invalidMeaning),
      .text("warning", \.warning, ResultSchema.warningMeaning),
    ] + Disturbance.columns.lifted(to: \.disturbance)
}

/// The kind of measurement of a trial.
package enum Pass: String, Codable, Sendable, CaseIterable {
  /// Times.
  case timing
  /// Single actions at a pace.
  case cold
  /// Allocations, objects, retains and releases, counted by a preloaded library.
  case counting
  /// Instructions in user space, counted by the kernel or by valgrind.
  case instructions
}
