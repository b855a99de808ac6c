/// The version of all results files, and their first columns.
///
/// The first cell of every row is the version. A reader refuses other versions, in which columns
/// may have other meanings.
package enum ResultSchema {
  /// Raised if a column gets another name or meaning. Readers find columns by their names, so one
  /// can be added or moved.
  package static let version = 2

  /// The meaning of `run_id` in most files.
  package static let runMeaning = "The run, as in `runs.csv`."
  package static let roundMeaning = "Number of the fresh process of this scenario, from 0."
  package static let invalidMeaning = "Reason why the row is invalid."
  package static let warningMeaning =
    "Reason why the row is unreliable, invalid, or lacks a number."

  /// The first column of every file.
  static let columnName = "schema_version"

  package static func columns<Row>() -> [ResultColumn<Row>] {
    [.constant(columnName, version, "Version of the columns.")]
  }

  /// Returns the first columns of a file of runs.
  ///
  /// - Parameter meaning: The meaning of `run_id`.
  package static func columns<Row>(
    _ runID: any WritableKeyPath<Row, String> & Sendable,
    _ meaning: String = runMeaning
  ) -> [ResultColumn<Row>] {
    columns() + [.text("run_id", runID, meaning)]
  }

  /// Refuses a file of another version; a cell without a number is refused by its column.
  ///
  /// - Throws: `CSVError` about the whole file.
  package static func check(_ cell: String, file: String) throws(CSVError) {
    guard let found = Int(cell), found != version else { return }
    throw CSVError(
      file: file,
      rule: "\(columnName) is \(found), must be \(version): measure again, or read it with the "
        + "flowbench that wrote it")
  }
}
