import FlowResults
import Measurement
import OrderedCollections
import PlainText

/// Reads the metrics of a `samples.csv`.
///
/// - Complexity: O(bytes), with 16 bytes of memory for each number.
struct SampleScan {
  private(set) var scenarios: OrderedDictionary<String, MeasuredScenario> = [:]

  /// The trial of the row before; most rows are of the same one.
  private var last = LastTrial()

  /// The scenario of the row before.
  ///
  /// It is moved out of `scenarios`, because access through the dictionary would check three times
  /// for each value whether the storage is shared.
  private var current = MeasuredScenario(Dimensions())

  /// A trial: its cells in the file, and its positions in memory.
  private struct LastTrial {
    var scenario: CSVScanner.Cell?
    var runID: CSVScanner.Cell?
    var pass: CSVScanner.Cell?
    var round: CSVScanner.Cell?
    /// The position of its scenario; `nil` before the first row.
    var index: Int?
    /// The number of the trial; `nil` before the first valid row of the scenario.
    var trial: Int?
  }

  /// Reads a file, which may lack columns that were added later.
  ///
  /// - Throws: `CSVError` with the path of the file, or the error of opening it.
  init(reading path: String) throws {
    try CSVReader<SampleRow>.read(path, header: .older, requiresLineFeed: true) { reader in
      let layout = try Layout(reader)
      while try reader.next() { try add(&reader, layout) }
    }
    exchange()
  }
}

// MARK: - Rows

extension SampleScan {
  /// The positions of the columns that are read; `nil` for a column that the file lacks.
  private struct Layout {
    let schema: Int
    let scenario: Int
    let runID: Int?
    let pass: Int
    let round: Int
    let actions: Int?
    let digest: Int
    let valid: Int
    let invalidReason: Int
    let warning: Int?
    /// The columns of metrics, each with its position in `SummaryMetric.all`.
    let metrics: [(column: Int, metric: Int)]

    init(_ reader: CSVReader<SampleRow>) throws(CSVError) {
      let names = reader.columns.map(\.name)
      func place(_ name: String) throws(CSVError) -> Int {
        guard let index = names.firstIndex(of: name) else {
          throw reader.scanner.error(
            names.count + 1, "header must have a column '\(name)'")
        }
        return index
      }
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

  private mutating func add(
    _ reader: inout CSVReader<SampleRow>, _ layout: Layout
  ) throws(CSVError) {
    let scanner = reader.scanner
    let columns = reader.columns
    func text(_ column: Int) -> String { scanner.text(scanner.cells[column]) }
    func whole(_ column: Int) -> Int? {
      Int(decimal: text(column)).flatMap { columns[column].allows(Double($0)) ? $0 : nil }
    }
    func repeats(_ column: Int, _ last: CSVScanner.Cell?) -> Bool {
      last.map { scanner.areEqual(scanner.cells[column], $0) } ?? false
    }
    func holds(_ column: Int, _ wanted: [UInt8]) -> Bool {
      let cell = scanner.cells[column]
      return scanner.bytes[cell.start..<cell.end].elementsEqual(wanted)
    }
    if !holds(layout.schema, Self.schema) {
      try reader.checkVersion()
      throw reader.refusal(layout.schema)
    }
    let isSameRun = layout.runID.map { repeats($0, last.runID) } ?? true
    if !isSameRun || !repeats(layout.scenario, last.scenario) {
      exchange()
      last.index = try scenario(&reader, layout)
      exchange()
      last.scenario = scanner.cells[layout.scenario]
      last.runID = layout.runID.map { scanner.cells[$0] }
      last.trial = nil
    }
    if !holds(layout.valid, Self.true) {
      guard let isValid = Bool(text(layout.valid)) else { throw reader.refusal(layout.valid) }
      precondition(!isValid, "a valid row must have the bytes of 'true'")
      current.void(text(layout.invalidReason))
      return
    }
    let trial: Int
    if let known = last.trial, repeats(layout.pass, last.pass), repeats(layout.round, last.round) {
      trial = known
    } else {
      guard let round = whole(layout.round) else { throw reader.refusal(layout.round) }
      trial = current.trial(pass: text(layout.pass), round: round)
      last.trial = trial
      last.pass = scanner.cells[layout.pass]
      last.round = scanner.cells[layout.round]
    }
    if let column = layout.warning, scanner.cells[column].start < scanner.cells[column].end {
      current.add(warning: text(column), trial: trial)
    }
    let digest = scanner.cells[layout.digest]
    current.add(digest: scanner.bytes[digest.start..<digest.end])
    if let column = layout.actions, scanner.cells[column].start < scanner.cells[column].end {
      guard let actions = whole(column) else { throw reader.refusal(column) }
      current.add(actions: actions, trial: trial)
    }
    for (column, metric) in layout.metrics {
      let cell = scanner.cells[column]
      guard cell.start < cell.end else { continue }
      guard let value = scanner.number(cell), columns[column].allows(value)
      else { throw reader.refusal(column) }
      current.add(value, metric: metric, trial: trial)
    }
  }

  private static let schema = Array("\(ResultSchema.version)".utf8)
  private static let `true` = Array("true".utf8)

  /// Moves the scenario of the row before out of the dictionary, or back.
  private mutating func exchange() {
    if let index = last.index { swap(&current, &scenarios.values[index]) }
  }

  /// Returns the position of the row's scenario.
  private mutating func scenario(
    _ reader: inout CSVReader<SampleRow>, _ layout: Layout
  ) throws(CSVError) -> Int {
    let scanner = reader.scanner
    let id = scanner.text(scanner.cells[layout.scenario])
    guard !id.isEmpty else { throw scanner.error(layout.scenario + 1, "scenario must have a name") }
    if let known = scenarios.index(forKey: id) {
      guard let column = layout.runID,
        scenarios.values[known].runID != scanner.text(scanner.cells[column])
      else { return known }
      throw scanner.error(column + 1, MeasuredScenario.severalMachines(id))
    }
    let row = try reader.row()
    scenarios[id] = MeasuredScenario(row.dimensions, runID: row.runID)
    return scenarios.count - 1
  }
}
