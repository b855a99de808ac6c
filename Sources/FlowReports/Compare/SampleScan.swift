import FlowResults
import Foundation
import Measurement
import OrderedCollections
import PlainText
import SystemPackage

/// Reads a `samples.csv` of any size in pieces, and keeps of each row what is compared.
///
/// - Complexity: O(bytes); memory for eight bytes of each number that is kept.
struct SampleScan {
  private(set) var scenarios: OrderedDictionary<String, MeasuredScenario> = [:]

  private var scanner: CSVScanner
  private var header: Header?
  private var layout: Layout?
  /// The trial of the row before, which is mostly that of the next.
  private var last = LastTrial()

  /// The scenario of the row before, out of `scenarios` while rows of it come: reached through the
  /// dictionary, every value would ask three times whether somebody shares what it is added to.
  private var current = MeasuredScenario(Dimensions())

  /// The first record: it is looked at when the second one has said the file's version.
  private struct Header {
    let names: [String]
    /// As it was when it had read them, for errors.
    let scanner: CSVScanner
  }

  /// A trial as it stands in the file, and what it was found to be.
  private struct LastTrial {
    var scenario: [UInt8] = []
    var runID: [UInt8] = []
    var pass: [UInt8] = []
    var round: [UInt8] = []
    /// The position of its scenario; `nil` before the first row.
    var index: Int?
    /// Its number in the scenario; `nil` while no valid row of the scenario has come.
    var trial: Int?
  }

  /// Reads a file, also one that was written before the last columns were appended.
  ///
  /// - Throws: `CSVError` naming the file by its path, or `Errno`.
  init(reading path: String) throws {
    scanner = CSVScanner(file: path)
    let file = try FileDescriptor.open(FilePath(path), .readOnly)
    try file.closeAfter { try read(file) }
    guard let header else {
      throw scanner.error(1, "must begin with a header, got an empty file")
    }
    if layout == nil { layout = try Layout(header.names, header.scanner) }
    exchange()
    for index in scenarios.values.indices { scenarios.values[index].finish() }
  }

  private static let pieceBytes = 1 << 20
  private static let lineFeed = UInt8(ascii: "\n")

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
    if header == nil,
      let error = TextFile.fault(bytes.prefix { $0 != Self.lineFeed }, file: scanner.file)
    {
      throw error
    }
    var position = 0
    while position < bytes.count,
      let next = try scanner.record(in: bytes, from: position, isLast: isLast)
    {
      guard bytes[next - 1] == Self.lineFeed else {
        throw scanner.error(
          scanner.cells.count, "the last row must end with a line feed: the file was cut off")
      }
      position = next
      if let layout {
        try take(bytes, layout)
      } else if let header {
        try checkVersion(bytes, header)
        let layout = try Layout(header.names, header.scanner)
        self.layout = layout
        try take(bytes, layout)
      } else {
        header = Header(
          names: scanner.cells.map { scanner.text($0, in: bytes) }, scanner: scanner)
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
    /// `nil` in a file that does not have it.
    let runID: Int?
    let pass: Int
    let round: Int
    /// `nil` in a file that does not have it.
    let actions: Int?
    let digest: Int
    let valid: Int
    let invalidReason: Int
    /// `nil` in a file that does not have it.
    let warning: Int?
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
      runID = names.firstIndex(of: "run_id")
      pass = try place("pass")
      round = try place("round")
      actions = names.firstIndex(of: "actions")
      digest = try place("digest")
      valid = try place("valid")
      invalidReason = try place("invalid_reason")
      warning = names.firstIndex(of: "warning")
      metrics = SummaryMetric.all.enumerated().compactMap { metric, description in
        names.firstIndex(of: description.name).map { ($0, metric) }
      }
    }
  }

  /// Before anything is said of columns: another version has others.
  private func checkVersion(
    _ bytes: UnsafeBufferPointer<UInt8>, _ header: Header
  ) throws(CSVError) {
    guard header.names.first == SampleRow.columns[0].name else { return }
    try ResultSchema.check(scanner.text(scanner.cells[0], in: bytes), file: scanner.file)
  }

  private mutating func take(
    _ bytes: UnsafeBufferPointer<UInt8>, _ layout: Layout
  ) throws(CSVError) {
    try scanner.checkCount(layout.columns.count)
    func text(_ column: Int) -> String { scanner.text(scanner.cells[column], in: bytes) }
    func refusal(_ column: Int) -> CSVError {
      scanner.error(column + 1, layout.columns[column].refusal(of: text(column)))
    }
    func whole(_ column: Int) -> Int? {
      Int(decimal: text(column)).flatMap { layout.columns[column].allows(Double($0)) ? $0 : nil }
    }
    func holds(_ column: Int, _ wanted: [UInt8]) -> Bool {
      let cell = scanner.cells[column]
      return cell.end - cell.start == wanted.count
        && memcmp(bytes.baseAddress! + cell.start, wanted, wanted.count) == 0
    }
    if !holds(layout.schema, Self.schema) {
      try ResultSchema.check(text(layout.schema), file: scanner.file)
      throw refusal(layout.schema)
    }
    let isSameRun = layout.runID.map { holds($0, last.runID) } ?? true
    if !isSameRun || !holds(layout.scenario, last.scenario) {
      exchange()
      last.index = try scenario(bytes, layout)
      exchange()
      last.scenario = raw(layout.scenario, bytes)
      last.runID = layout.runID.map { raw($0, bytes) } ?? []
      last.trial = nil
    }
    if !holds(layout.valid, Self.true) {
      guard let isValid = Bool(text(layout.valid)) else { throw refusal(layout.valid) }
      precondition(!isValid, "'true' was looked for by its bytes")
      current.void(text(layout.invalidReason))
      return
    }
    let trial: Int
    if let known = last.trial, holds(layout.pass, last.pass), holds(layout.round, last.round) {
      trial = known
    } else {
      guard let round = whole(layout.round) else { throw refusal(layout.round) }
      trial = current.trial(pass: text(layout.pass), round: round)
      last.trial = trial
      last.pass = raw(layout.pass, bytes)
      last.round = raw(layout.round, bytes)
    }
    if let column = layout.warning, scanner.cells[column].start < scanner.cells[column].end {
      current.add(warning: text(column), trial: trial)
    }
    let digest = scanner.cells[layout.digest]
    current.add(digest: bytes[digest.start..<digest.end])
    if let column = layout.actions, scanner.cells[column].start < scanner.cells[column].end {
      guard let actions = whole(column) else { throw refusal(column) }
      current.add(actions: actions, trial: trial)
    }
    for (column, metric) in layout.metrics {
      let cell = scanner.cells[column]
      guard cell.start < cell.end else { continue }
      guard let value = scanner.number(cell, in: bytes), layout.columns[column].allows(value)
      else { throw refusal(column) }
      current.add(value, metric: metric, trial: trial)
    }
  }

  private static let schema = Array("\(ResultSchema.version)".utf8)
  private static let `true` = Array("true".utf8)

  private func raw(_ column: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let cell = scanner.cells[column]
    return Array(bytes[cell.start..<cell.end])
  }

  /// Puts the scenario of the row before back into its place, or takes it out.
  private mutating func exchange() {
    if let index = last.index { swap(&current, &scenarios.values[index]) }
  }

  /// The position of the row's scenario.
  private mutating func scenario(
    _ bytes: UnsafeBufferPointer<UInt8>, _ layout: Layout
  ) throws(CSVError) -> Int {
    let id = scanner.text(scanner.cells[layout.scenario], in: bytes)
    guard !id.isEmpty else { throw scanner.error(layout.scenario + 1, "scenario must have a name") }
    if let known = scenarios.index(forKey: id) {
      guard let column = layout.runID,
        scenarios.values[known].runID != scanner.text(scanner.cells[column], in: bytes)
      else { return known }
      throw scanner.error(column + 1, MeasuredScenario.severalMachines(id))
    }
    var row = SampleRow()
    for (index, column) in layout.columns.enumerated() {
      let cell = scanner.text(scanner.cells[index], in: bytes)
      guard column.read(&row, cell) else {
        throw scanner.error(index + 1, column.refusal(of: cell))
      }
    }
    scenarios[id] = MeasuredScenario(row.dimensions, runID: row.runID)
    return scenarios.count - 1
  }
}
