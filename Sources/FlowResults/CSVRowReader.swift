/// Makes a row of each record, one after the other: cells that are as in the record before are not read
/// again, which in a results file most are.
package struct CSVRowReader<Row: ResultRow> {
  private var last = Row()
  private var lastCells: [CSVScanner.Cell] = []

  /// Nothing was read yet.
  package init() {}

  /// The row that was scanned last.
  ///
  /// - Parameters:
  ///   - bytes: The same for all records.
  ///   - columns: The file's, in its order.
  /// - Throws: `CSVError`.
  package mutating func row(
    _ bytes: UnsafeBufferPointer<UInt8>, _ columns: [ResultColumn<Row>],
    _ scanner: CSVScanner
  ) throws(CSVError) -> Row {
    try scanner.checkCount(columns.count)
    let cells = scanner.cells
    if columns.first?.name == ResultSchema.columnName, !isRepeated(cells, 0, bytes) {
      try ResultSchema.check(scanner.text(cells[0], in: bytes), file: scanner.file)
    }
    for index in columns.indices where !isRepeated(cells, index, bytes) {
      let text = scanner.text(cells[index], in: bytes)
      guard columns[index].read(&last, text) else {
        throw scanner.error(index + 1, columns[index].refusal(of: text))
      }
    }
    lastCells.removeAll(keepingCapacity: true)
    lastCells.append(contentsOf: cells)
    return last
  }

  /// Whether a cell has the bytes that the record before has in its column.
  private func isRepeated(
    _ cells: UnsafeBufferPointer<CSVScanner.Cell>, _ index: Int,
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard index < lastCells.count else { return false }
    return CSVScanner.areEqual(cells[index], lastCells[index], in: bytes)
  }
}
