import Measurement
import OrderedCollections
import SystemPackage

/// Reads a `samples.csv` of any size in pieces, and keeps of each row what is compared.
///
/// - Complexity: O(bytes); memory for eight bytes of each number that is kept.
struct SampleScan {
  private(set) var scenarios: OrderedDictionary<String, MeasuredScenario> = [:]

  private var scanner: CSVScanner
  private var layout: Layout?
  /// The scenario of the row before, as it stands in the file, and its position.
  private var lastScenario: (bytes: [UInt8], index: Int) = ([], 0)

  /// Reads a file, also of an older version of this program.
  ///
  /// - Throws: `CSVError` naming the file by its path, or `Errno`.
  init(reading path: String) throws {
    scanner = CSVScanner(file: path)
    let file = try FileDescriptor.open(FilePath(path), .readOnly)
    try file.closeAfter { try read(file) }
    guard layout != nil else {
      throw scanner.error(1, "must begin with a header, got an empty file")
    }
  }

  /// The ids of the scenarios in the order in which they come first.
  var ids: [String] { Array(scenarios.keys) }

  /// What was found out about one scenario, by its id.
  subscript(id: String) -> MeasuredScenario? { scenarios[id] }

  private static let pieceBytes = 1 << 20

  private mutating func read(_ file: FileDescriptor) throws {
    var buffer = [UInt8](repeating: 0, count: 2 * Self.pieceBytes)
    var filled = 0
    while true {
      // A record longer than the buffer asks for a longer one.
      if buffer.count - filled < Self.pieceBytes {
        buffer.append(contentsOf: [UInt8](repeating: 0, count: buffer.count))
      }
      let got = try buffer.withUnsafeMutableBytes {
        try file.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[filled...]))
      }
      filled += got
      let isLast = got == 0
      let used = try buffer.withUnsafeBufferPointer {
        try records(UnsafeBufferPointer(rebasing: $0[..<filled]), isLast: isLast)
      }
      guard !isLast else { return }
      buffer.replaceSubrange(0..<(filled - used), with: buffer[used..<filled])
      filled -= used
    }
  }

  /// Takes every whole record; how many bytes those were.
  private mutating func records(
    _ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool
  ) throws -> Int {
    var position = 0
    while position < bytes.count,
      let next = try scanner.record(in: bytes, from: position, isLast: isLast)
    {
      guard bytes[next - 1] == UInt8(ascii: "\n") else {
        throw scanner.error(
          scanner.cells.count, "the last row must end with a line feed: the file was cut off")
      }
      position = next
      if let layout {
        try take(bytes, layout)
      } else {
        layout = try Layout(scanner.cells.map { scanner.text($0, in: bytes) }, scanner)
      }
    }
    return position
  }
}

// MARK: - Rows

extension SampleScan {
  /// Where in a row the cells are that are read.
  private struct Layout {
    let columns: [ResultColumn<SampleRow>]
    let schema: Int
    let scenario: Int
    let pass: Int
    let round: Int
    /// `nil` in a file that does not have it.
    let actions: Int?
    let digest: Int
    let valid: Int
    let reason: Int
    /// The columns of metrics, with the position of each in `SummaryMetric.all`.
    let metrics: [(column: Int, metric: Int)]

    init(_ names: [String], _ scanner: CSVScanner) throws(CSVError) {
      let columns: [ResultColumn<SampleRow>] = try CSVParser.columns(names, .older, scanner)
      func place(_ name: String) throws(CSVError) -> Int {
        guard let index = names.firstIndex(of: name) else {
          throw scanner.error(names.count + 1, "header must have a column '\(name)'")
        }
        return index
      }
      self.columns = columns
      schema = try place("schema_version")
      scenario = try place("scenario")
      pass = try place("pass")
      round = try place("round")
      actions = names.firstIndex(of: "actions")
      digest = try place("digest")
      valid = try place("valid")
      reason = try place("reason")
      metrics = SummaryMetric.all.enumerated().compactMap { metric, description in
        names.firstIndex(of: description.name).map { ($0, metric) }
      }
    }
  }

  private mutating func take(
    _ bytes: UnsafeBufferPointer<UInt8>, _ layout: Layout
  ) throws(CSVError) {
    try scanner.checkCount(layout.columns.count)
    func text(_ column: Int) -> String { scanner.text(scanner.cells[column], in: bytes) }
    func refusal(_ column: Int) -> CSVError {
      scanner.error(column + 1, layout.columns[column].refusal(of: text(column)))
    }
    guard let schema = Int(text(layout.schema)) else { throw refusal(layout.schema) }
    guard schema == SampleRow().schemaVersion else {
      throw scanner.error(
        layout.schema + 1, "schema_version must be 1, got \(schema); a newer flowbench can read it")
    }
    let index = try scenario(bytes, layout)
    guard let isValid = Bool(text(layout.valid)) else { throw refusal(layout.valid) }
    guard isValid else {
      scenarios.values[index].void(text(layout.reason))
      return
    }
    guard let round = Int(text(layout.round)) else { throw refusal(layout.round) }
    let trial = scenarios.values[index].trial(pass: text(layout.pass), round: round)
    scenarios.values[index].add(digest: text(layout.digest))
    if let column = layout.actions, scanner.cells[column].start < scanner.cells[column].end {
      guard let actions = Int(text(column)) else { throw refusal(column) }
      scenarios.values[index].add(actions: actions, trial: trial)
    }
    for (column, metric) in layout.metrics {
      let cell = scanner.cells[column]
      guard cell.start < cell.end else { continue }
      guard let value = Double(text(column)), value.isFinite else { throw refusal(column) }
      scenarios.values[index].add(value, metric: metric, trial: trial)
    }
  }

  /// The position of the row's scenario, which is mostly that of the row before.
  private mutating func scenario(
    _ bytes: UnsafeBufferPointer<UInt8>, _ layout: Layout
  ) throws(CSVError) -> Int {
    let cell = scanner.cells[layout.scenario]
    let name = bytes[cell.start..<cell.end]
    if lastScenario.bytes.elementsEqual(name) { return lastScenario.index }
    let id = scanner.text(cell, in: bytes)
    guard !id.isEmpty else { throw scanner.error(layout.scenario + 1, "scenario must have a name") }
    let index: Int
    if let known = scenarios.index(forKey: id) {
      index = known
    } else {
      var row = SampleRow()
      for (column, cell) in zip(layout.columns, scanner.cells) {
        guard column.read(&row, scanner.text(cell, in: bytes)) else {
          throw scanner.error(
            1 + (layout.columns.firstIndex { $0.name == column.name } ?? 0),
            column.refusal(of: scanner.text(cell, in: bytes)))
        }
      }
      index = scenarios.count
      scenarios[id] = MeasuredScenario(row.dimensions)
    }
    lastScenario = (Array(name), index)
    return index
  }
}
