package import FlowResults
import Foundation
import OrderedCollections

/// A run on disk: its machine, and the numbers of every scenario.
package struct MeasuredRun {
  let path: String
  /// The kind of the run.
  let kind: RunKind
  /// The run and its machine.
  let run: RunRow
  /// The scenarios in the order of their first measurement; a scenario under two loads is two.
  private(set) var scenarios: OrderedDictionary<String, MeasuredScenario>

  /// Reads the files of a run.
  ///
  /// - Parameters:
  ///   - option: The name of the path in errors.
  ///   - kind: The required kind.
  /// - Throws: `PlanError` if there is no run, or a file of it is broken.
  package init(
    reading path: String, option: String, kind: RunKind = .samples
  ) throws(PlanError) {
    self.path = path
    self.kind = kind
    do {
      let file = "\(path)/\(RunRow.fileName)"
      guard let run = try CSVReader<RunRow>.rows(in: file, header: .older).first else {
        throw CSVError(
          file: file, line: 2, column: 1, rule: "must have a row for the run, got none")
      }
      self.run = run
      let measured = "\(path)/\(kind.fileName)"
      switch kind {
      case .samples: scenarios = try SampleScan(reading: measured).scenarios
      case .loads: scenarios = try LoadScan(reading: measured).scenarios
      }
    } catch let error as CSVError {
      let isWhole = MeasuredScenario.isOfSeveralMachines(error)
      throw .broken(error, remedy: isWhole ? "" : Self.remedy(kind, path))
    } catch {
      throw .failed(
        option: option, path: path,
        reason: "must be the directory of a run, with runs.csv and \(kind.fileName)", error)
    }
    guard !scenarios.isEmpty else {
      throw .unusable(
        option: option, path: path,
        reason: kind == .samples
          ? "must have rows in samples.csv; continue with: "
            + Executable.command("run", "--resume", path)
          : "must have rows in loads.csv: no load had ended")
    }
  }

  private static func remedy(_ kind: RunKind, _ path: String) -> String {
    switch kind {
    case .samples:
      "if the run was cut off, continue it: " + Executable.command("run", "--resume", path)
    case .loads: "run the loads again with '\(Executable.name) load'"
    }
  }

  /// The run without the disturbed trials.
  var undisturbed: MeasuredRun {
    var run = self
    run.scenarios = scenarios.mapValues(\.undisturbed)
    return run
  }

  /// The number of shards.
  var shardCount: Int { Set(scenarios.values.map(\.runID)).count }

  /// A Boolean value that indicates whether it ran in virtual time.
  var isVirtual: Bool { run.isVirtualLoad }

  /// Reads `--filter`; `nil` keeps every scenario.
  static func filter(_ text: String?) throws(PlanError) -> Regex<AnyRegexOutput>? {
    guard let text else { return nil }
    guard let expression = try? Regex(text) else {
      throw .outOfRange(option: "--filter", rule: "must be a regular expression", value: text)
    }
    return expression
  }

  /// The error of an expression that matches no scenario.
  func emptied(by filter: String?) -> PlanError {
    .empty(
      option: "--filter", value: filter ?? "",
      see: "the column 'scenario' of \(path)/\(kind.fileName)")
  }

  /// The scenarios whose name or load matches, in the order of tables: loads in their first order.
  func scenarios(matching filter: Regex<AnyRegexOutput>?) -> [MeasuredScenario] {
    let loads = OrderedSet(scenarios.values.map(\.dimensions.load))
    func order(_ scenario: MeasuredScenario) -> [String] {
      [Self.padded(loads.firstIndex(of: scenario.dimensions.load))]
        + Self.order(scenario.dimensions)
    }
    return scenarios.values.filter { scenario in
      guard let filter else { return true }
      return scenario.dimensions.scenario.contains(filter)
        || scenario.dimensions.load.contains(filter)
    }.map { (order($0), $0) }
      .sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
  }

  /// The order of tables, because trials run in random order.
  private static func order(_ dimensions: Dimensions) -> [String] {
    [
      dimensions.workload, dimensions.distribution, dimensions.views, dimensions.storage,
      dimensions.completion, padded(dimensions.middlewares), padded(dimensions.features),
      padded(dimensions.observers), dimensions.topology, padded(dimensions.groups),
      padded(dimensions.depth), dimensions.design == Dimensions.reference ? "" : dimensions.design,
      dimensions.affinity,
    ]
  }

  private static func padded(_ number: Int?) -> String {
    let digits = number.map { "\($0)" } ?? ""
    return String(repeating: "0", count: max(0, 12 - digits.count)) + digits
  }
}
