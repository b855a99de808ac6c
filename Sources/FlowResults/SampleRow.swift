/// One sample of one trial.
@dynamicMemberLookup
package struct SampleRow: ResultRow, Equatable {
  package var runID = ""
  package var dimensions = Dimensions()
  package var pass = ""
  package var seed = ""
  package var round: Int?
  package var iteration: Int?
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

  package static let columns: [ResultColumn<SampleRow>] = {
    // Columns are never moved: later measurements are behind later dimensions.
    let measured = SampleMeasures.columns.map { $0.lifted(to: \SampleRow.measures) }
    let (first, second) = (
      SampleMeasures.countBeforeDigest, SampleMeasures.countBeforeDimensions
    )
    var columns: [ResultColumn<SampleRow>] = ResultSchema.columns(\.runID)
    columns += Dimensions.columns(\.dimensions)
    columns += [
      .text("pass", \.pass, "`timing`, `counting` or `instructions`; never two at once."),
      .text("seed", \.seed, "Seed of the run; actions depend on it and on what is sent alone."),
      .integer("round", \.round, "Which fresh process of this scenario, from 0."),
      .integer("iteration", \.iteration, "Which sample of that process, from 0."),
    ]
    columns += measured[..<first]
    columns += [
      .text("digest", \.digest, "State after the verification actions; equal for all designs."),
      .flag("valid", \.isValid, "Whether the trial ended, in the right state."),
      .text("invalid_reason", \.invalidReason, "Why it is not valid."),
      .text("warning", \.warning, "Why its numbers may mislead, or what could not be measured."),
    ]
    return columns + measured[first..<second] + Dimensions.laterColumns(\.dimensions)
      + Disturbance.columns.map { $0.lifted(to: \.disturbance) } + measured[second...]
  }()
}

/// The kind of measurement of a trial; passes are never mixed.
package enum Pass: String, Codable, Sendable, CaseIterable {
  /// Nothing attached but clocks.
  case timing
  /// Allocations, objects, retains and releases, with the counting library preloaded.
  case counting
  /// Instructions in user space, counted by the kernel or by executing the program under valgrind.
  case instructions
}
