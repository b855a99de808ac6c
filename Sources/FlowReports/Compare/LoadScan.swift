import FlowResults
import Foundation
import OrderedCollections

/// Reads a `loads.csv`, and makes of its whole loads what is compared: each is one fresh process.
struct LoadScan {
  private(set) var scenarios: OrderedDictionary<String, MeasuredScenario> = [:]

  /// Reads a file, also one that was written before the last columns were appended.
  ///
  /// - Throws: `CSVError` naming the file by its path, or what reading it throws.
  init(reading path: String) throws {
    let text = try TextFile.read(path)
    let records: [(line: Int, row: LoadRow)] = try CSVParser.records(
      text, file: path, header: .older)
    try Self.checkHeader(text, file: path)
    guard text.utf8.last == UInt8(ascii: "\n") else {
      throw CSVError(
        file: path, line: records.last?.line ?? 1, column: 1,
        rule: "the last row must end with a line feed: the file was cut off")
    }
    for (line, row) in records {
      if let (column, rule) = Self.fault(row) {
        throw CSVError(file: path, line: line, column: Self.place(column, text), rule: rule)
      }
      // Stages are parts of a load whose whole is there, too.
      guard row.stage == nil else { continue }
      guard take(row) else {
        throw CSVError(
          file: path, line: line, column: Self.place("run_id", text),
          rule: MeasuredScenario.severalMachines(row.dimensions.scenario))
      }
    }
    for index in scenarios.values.indices { scenarios.values[index].finish() }
  }

  /// Columns without which a row says nothing.
  private static let needed = ["scenario", "load", "round", "digest", "valid", "invalid_reason"]

  private static func checkHeader(_ text: String, file: String) throws(CSVError) {
    let names = header(text)
    if let missing = needed.first(where: { !names.contains($0) }) {
      throw CSVError(
        file: file, line: 1, column: names.count + 1,
        rule: "header must have a column '\(missing)'")
    }
  }

  private static func header(_ text: String) -> [String] {
    text.prefix { !$0.isNewline }.split(separator: ",", omittingEmptySubsequences: false)
      .map { String($0) }
  }

  private static func place(_ column: String, _ text: String) -> Int {
    (header(text).firstIndex(of: column) ?? 0) + 1
  }

  /// What is missing in a row that every row needs.
  private static func fault(_ row: LoadRow) -> (column: String, rule: String)? {
    if row.dimensions.scenario.isEmpty { return ("scenario", "scenario must have a name") }
    if row.load.isEmpty { return ("load", "load must have a name") }
    if row.round == nil { return ("round", "round must be an integer, got ''") }
    if row.isValid == nil { return ("valid", "valid must be a flag, got ''") }
    return nil
  }

  /// Takes a whole load in, unless another machine has measured the scenario, too.
  private mutating func take(_ row: LoadRow) -> Bool {
    var dimensions = row.dimensions
    dimensions.load = row.load
    var scenario = MeasuredScenario(dimensions, kind: .loads, runID: row.runID)
    if let known = scenarios[scenario.id] { scenario = known }
    guard scenario.runID == row.runID else { return false }
    defer { scenarios[scenario.id] = scenario }
    guard row.isValid == true, let round = row.round else {
      scenario.void(row.invalidReason)
      return true
    }
    scenario.add(MeasuredLoad(row, round: round))
    let trial = scenario.trial(pass: "load", round: round)
    if let completed = row.completed { scenario.add(actions: completed, trial: trial) }
    for (index, metric) in LoadMetric.compared.enumerated() {
      if let value = metric.value(row) { scenario.add(value, metric: index, trial: trial) }
    }
    return true
  }
}
