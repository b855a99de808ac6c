import FlowResults
import OrderedCollections

/// Reads the whole loads of a `loads.csv`; each row is one fresh process.
struct LoadScan {
  private(set) var scenarios: OrderedDictionary<String, MeasuredScenario> = [:]

  /// Reads a file, which may lack columns that were added later.
  ///
  /// - Throws: `CSVError` with the path of the file, or the error of opening it.
  init(reading path: String) throws {
    try CSVReader<LoadRow>.read(path, header: .older, requiresLineFeed: true) { reader in
      let names = reader.columns.map(\.name)
      func error(_ column: String, _ rule: String) -> CSVError {
        reader.scanner.error((names.firstIndex(of: column) ?? names.count) + 1, rule)
      }
      if let missing = Self.needed.first(where: { !names.contains($0) }) {
        throw error(missing, "header must have a column '\(missing)'")
      }
      while try reader.next() {
        let row = try reader.row()
        if let (column, rule) = Self.fault(row) { throw error(column, rule) }
        // The stages of a load are parts of its row for the whole.
        guard row.stage == nil, !add(row) else { continue }
        throw error("run_id", MeasuredScenario.severalMachines(row.dimensions.scenario))
      }
    }
  }

  private static let needed = ["scenario", "load", "round", "digest", "valid", "invalid_reason"]

  /// Returns the first column that must not be empty and is, and the rule it breaks.
  private static func fault(_ row: LoadRow) -> (column: String, rule: String)? {
    if row.dimensions.scenario.isEmpty { return ("scenario", "scenario must have a name") }
    if row.load.isEmpty { return ("load", "load must have a name") }
    if row.round == nil { return ("round", "round must be an integer, got ''") }
    if row.isValid == nil { return ("valid", "valid must be a flag, got ''") }
    return nil
  }

  /// Adds a load.
  ///
  /// - Returns: `false` if another machine has measured the same load of the scenario.
  private mutating func add(_ row: LoadRow) -> Bool {
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
    scenario.add(row)
    let trial = scenario.trial(pass: "load", round: round)
    if let completed = row.completed { scenario.add(actions: completed, trial: trial) }
    for (index, metric) in LoadMetric.compared.enumerated() {
      if let value = metric.value(row) { scenario.add(value, metric: index, trial: trial) }
    }
    return true
  }
}
