/// One sample of one trial.
@dynamicMemberLookup
package struct SampleRow: ResultRow, Equatable {
  var schemaVersion: Int? = 1
  package var runID = ""
  package var dimensions = Dimensions()
  package var pass = ""
  package var seed = ""
  package var round: Int?
  package var iteration: Int?
  package var measures = SampleMeasures()
  package var digest = ""
  package var isValid: Bool?
  package var reason = ""

  package init() {}

  package static let fileName = "samples.csv"

  /// What was measured.
  package subscript<T>(dynamicMember path: WritableKeyPath<SampleMeasures, T>) -> T {
    get { measures[keyPath: path] }
    set { measures[keyPath: path] = newValue }
  }

  package static let columns: [ResultColumn<SampleRow>] = {
    // Columns are never moved: what is measured since others came stands behind those.
    let measured = SampleMeasures.columns.map { $0.lifted(to: \SampleRow.measures) }
    let (first, second) = (
      SampleMeasures.countBeforeDigest, SampleMeasures.countBeforeDimensions
    )
    var columns: [ResultColumn<SampleRow>] = [
      .integer("schema_version", \.schemaVersion, "Version of this list of columns."),
      .text("run_id", \.runID, "The run, as in `runs.csv`."),
    ]
    columns += Dimensions.columns(\.dimensions)
    columns += [
      .text("pass", \.pass, "`timing`, `counting` or `instructions`; never two at once."),
      .text("seed", \.seed, "Seed of the run; actions depend on it and on what is sent alone."),
      .integer("round", \.round, "Which fresh process of this scenario, from 0."),
      .integer("iteration", \.iteration, "Which sample of that process, from 0."),
    ]
    columns += measured[..<first]
    columns += [
      .text("digest", \.digest, "State after the proof actions; equal for all designs."),
      .flag("valid", \.isValid, "Whether the trial ended, in the right state."),
      .text("reason", \.reason, "Why it is not valid, or what could not be measured."),
    ]
    return columns + measured[first..<second] + Dimensions.laterColumns(\.dimensions)
      + measured[second...]
  }()
}
