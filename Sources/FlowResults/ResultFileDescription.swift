/// A results file for a reader: what it is called, and its columns in order.
package struct ResultFileDescription: Sendable {
  /// A column without the row that it is of.
  package struct Column: Hashable, Sendable {
    package let name: String
    package let kind: String
    package let meaning: String
  }

  package let fileName: String
  package let columns: [Column]

  /// The file of a kind of row.
  package init<Row: ResultRow>(_ type: Row.Type) {
    fileName = Row.fileName
    columns = Row.columns.map { Column(name: $0.name, kind: $0.kind.rawValue, meaning: $0.meaning) }
  }
}
