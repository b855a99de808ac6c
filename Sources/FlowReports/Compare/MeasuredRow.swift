import FlowResults
import OrderedCollections

/// A row of a run on disk: a sample, or a load.
protocol MeasuredRow: ResultRow {
  static var kind: RunKind { get }
  /// The columns without which a file cannot be read.
  static var needed: [String] { get }

  /// Its process, with a load if the row is of one.
  var process: LoadProcess { get }
  /// A Boolean value that indicates whether it describes a part of another row.
  var isPart: Bool { get }
  var isValid: Bool? { get }
  var invalidReason: String { get }

  /// Adds the numbers of a valid row to its scenario.
  func add(to scenario: inout MeasuredScenario, round: Int)
}

extension MeasuredRow {
  /// Reads the scenarios of a file, which may lack columns that were added later.
  ///
  /// - Throws: `CSVError` with the path of the file, or the error of opening it.
  static func scenarios(
    reading path: String
  ) throws -> OrderedDictionary<String, MeasuredScenario> {
    var scenarios: OrderedDictionary<String, MeasuredScenario> = [:]
    try CSVReader<Self>.read(path, header: .older, requiresLineFeed: true) { reader in
      let names = reader.columns.map(\.name)
      func error(_ column: String, _ rule: String) -> CSVError {
        reader.scanner.error((names.firstIndex(of: column) ?? names.count) + 1, rule)
      }
      if let missing = needed.first(where: { !names.contains($0) }) {
        throw error(missing, "header must have a column '\(missing)'")
      }
      while try reader.next() {
        let row = try reader.row()
        let process = row.process
        var scenario = process.dimensions
        if scenario.scenario.isEmpty { throw error("scenario", "scenario must have a name") }
        if kind == .loads, process.load.isEmpty { throw error("load", "load must have a name") }
        guard let isValid = row.isValid else {
          throw error("valid", "valid must be a flag, got ''")
        }
        if row.isPart { continue }
        scenario.load = process.load
        let id = MeasuredScenario.id(of: scenario)
        let index = scenarios.index(forKey: id) ?? scenarios.count
        if index == scenarios.count {
          scenarios[id] = MeasuredScenario(scenario, kind: kind, runID: process.runID)
        }
        guard scenarios.values[index].runID == process.runID else {
          throw error("run_id", MeasuredScenario.severalMachines(scenario.scenario))
        }
        guard isValid else {
          scenarios.values[index].void(row.invalidReason)
          continue
        }
        guard let round = process.round else {
          throw error("round", "round must be an integer, got ''")
        }
        row.add(to: &scenarios.values[index], round: round)
      }
    }
    return scenarios
  }

  var isPart: Bool { false }
}

extension SampleRow: MeasuredRow {
  static var kind: RunKind { .samples }
  static var needed: [String] {
    ["scenario", "pass", "round", "digest", "valid", "invalid_reason"]
  }

  var process: LoadProcess {
    var process = LoadProcess()
    (process.runID, process.dimensions, process.round) = (runID, dimensions, round)
    return process
  }

  func add(to scenario: inout MeasuredScenario, round: Int) {
    let trial = scenario.trial(pass: pass, round: round)
    scenario.add(warning: warning, trial: trial)
    scenario.add(digest: digest)
    if !pace.isEmpty { scenario.pace = pace }
    if let actions = measures.actions { scenario.add(actions: actions, trial: trial) }
    for (index, metric) in SummaryMetric.all.enumerated() {
      if let value = metric.value(self) { scenario.add(value, metric: index, trial: trial) }
    }
  }
}

extension LoadRow: MeasuredRow {
  static var kind: RunKind { .loads }
  static var needed: [String] {
    ["scenario", "load", "round", "digest", "valid", "invalid_reason"]
  }

  // The stages of a load are parts of its row for the whole.
  var isPart: Bool { stage != nil }

  func add(to scenario: inout MeasuredScenario, round: Int) {
    scenario.add(self)
    let trial = scenario.trial(pass: "load", round: round)
    if let completed { scenario.add(actions: completed, trial: trial) }
    for (index, metric) in LoadMetric.compared.enumerated() {
      if let value = metric.value(self) { scenario.add(value, metric: index, trial: trial) }
    }
  }
}
