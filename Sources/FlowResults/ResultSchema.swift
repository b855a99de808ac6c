/// The version of all results files, and the columns that each of them begins with.
///
/// A file says its version in the first cell of every row. A reader takes its own version only: the same
/// name may have meant something else before.
package enum ResultSchema {
  /// Raised when a column gets another name, place or meaning; not when one is appended.
  package static let version = 2

  /// The first column of every file.
  static let columnName = "schema_version"

  /// The column of the version alone.
  package static func columns<Row>() -> [ResultColumn<Row>] {
    [.constant(columnName, version, "Version of this list of columns.")]
  }

  /// The first columns of a file of one run.
  ///
  /// - Parameter meaning: What `run_id` means in it.
  package static func columns<Row>(
    _ runID: any WritableKeyPath<Row, String> & Sendable,
    _ meaning: String = "The run, as in `runs.csv`."
  ) -> [ResultColumn<Row>] {
    columns() + [.text("run_id", runID, meaning)]
  }

  /// The first columns of a file whose rows are about one scenario each.
  package static func columns<Row>(
    _ runID: any WritableKeyPath<Row, String> & Sendable,
    _ dimensions: any WritableKeyPath<Row, Dimensions> & Sendable
  ) -> [ResultColumn<Row>] {
    columns(runID) + Dimensions.columns(dimensions) + Dimensions.laterColumns(dimensions)
  }

  /// Refuses a file of another version by its first cell; one that is no number is left to the
  /// column.
  ///
  /// - Throws: `CSVError` about the file as a whole.
  package static func check(_ cell: String, file: String) throws(CSVError) {
    guard let found = Int(cell), found != version else { return }
    throw CSVError(
      file: file,
      rule: "\(columnName) is \(found), must be \(version): measure again, or read it with the "
        + "flowbench that wrote it")
  }
}
