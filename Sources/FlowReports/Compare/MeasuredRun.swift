import FlowResults
import Foundation
import OrderedCollections

/// A run on disk: its machines, and the numbers of every scenario.
package struct MeasuredRun {
  let path: String
  let kind: RunKind
  /// The run with its machine; a row for each shard of a merged run.
  let runs: [RunRow]
  /// The scenarios in the order of their first measurement; each load of a scenario is an entry.
  private(set) var scenarios: OrderedDictionary<String, MeasuredScenario>

  /// Reads the files of a run.
  ///
  /// - Parameters:
  ///   - option: The name of the path in errors.
  ///   - kind: The required kind.
  /// - Throws: An error if there is no run, or a file of it is broken.
  package init(
    reading path: String, option: String, kind: RunKind = .samples
  ) throws {
    self.path = path
    self.kind = kind
    do {
      let file = "\(path)/\(RunRow.fileName)"
      runs = try CSVReader<RunRow>.rows(in: file, header: .older)
      guard !runs.isEmpty else {
        throw CSVError(
          file: file, line: 2, column: 1, rule: "must have a row for the run, got none")
      }
      let measured = "\(path)/\(kind.fileName)"
      switch kind {
      case .samples: scenarios = try SampleRow.scenarios(reading: measured)
      case .loads: scenarios = try LoadRow.scenarios(reading: measured)
      }
    } catch let error as CSVError {
      // An error about the whole file, such as another version, says what to do, or has no cure.
      let isWhole = MeasuredScenario.isOfSeveralMachines(error) || error.line == nil
      throw isWhole ? error : error.with(remedy: Self.remedy(kind, path))
    } catch {
      throw PlanError.failed(
        option: option, path: path,
        reason: "must be the directory of a run, with runs.csv and \(kind.fileName)", error)
    }
    guard !scenarios.isEmpty else {
      throw PlanError.unusable(
        option: option, path: path,
        reason: kind == .samples
          ? "must have rows in samples.csv; continue the run with "
            + Executable.command("run", "--resume", path)
          : "must have rows in loads.csv, but no load has ended")
    }
    let known = Set(runs.map(\.runID))
    if let foreign = scenarios.values.first(where: { !known.contains($0.runID) }) {
      throw PlanError.unusable(
        option: option, path: path,
        reason: "must have files of one run, but runs.csv lacks run_id '\(foreign.runID)' of "
          + kind.fileName)
    }
  }

  private static func remedy(_ kind: RunKind, _ path: String) -> String {
    switch kind {
    case .samples:
      "if the run was interrupted, continue it with "
        + Executable.command("run", "--resume", path)
    case .loads: "run the loads again with '\(Executable.name) load'"
    }
  }

  /// The run without the disturbed trials.
  var undisturbed: MeasuredRun {
    var run = self
    run.scenarios = scenarios.mapValues(\.undisturbed)
    return run
  }

  /// The name in headings: that of the first shard.
  var name: String { runs[0].runID }

  /// A Boolean value that indicates whether it ran in virtual time.
  var isVirtualLoad: Bool { runs[0].isVirtualLoad }

  /// Returns the run that measured a scenario, with its machine.
  func machine(of scenario: MeasuredScenario) -> RunRow {
    runs.first { $0.runID == scenario.runID } ?? runs[0]
  }

  /// Returns the runs that measured some scenarios, in the order of the file.
  func runs(of scenarios: [MeasuredScenario]) -> [RunRow] {
    let ids = Set(scenarios.map(\.runID))
    return runs.filter { ids.contains($0.runID) }
  }

  /// The number of shards.
  var shardCount: Int { Set(scenarios.values.map(\.runID)).count }

  /// Returns the error of an expression that matches no scenario.
  func emptied(by filter: String?) -> PlanError {
    .empty(
      option: "--filter", value: filter ?? "",
      see: "the column 'scenario' of \(path)/\(kind.fileName)")
  }

  /// Returns the scenarios whose name or load matches, in the order of tables: trials run in random
  /// order, and loads keep their order.
  ///
  /// - Parameter filter: `nil` keeps every scenario.
  func scenarios(matching filter: String?) throws(PlanError) -> [MeasuredScenario] {
    let loads = OrderedSet(scenarios.values.map(\.dimensions.load))
    func order(_ scenario: MeasuredScenario) -> [String] {
      let dimensions = scenario.dimensions
      return [
        Self.padded(loads.firstIndex(of: dimensions.load)), dimensions.workload,
        dimensions.distribution, dimensions.views, dimensions.storage, dimensions.completion,
        Self.padded(dimensions.middlewares), Self.padded(dimensions.features),
        Self.padded(dimensions.observers), dimensions.topology, Self.padded(dimensions.depth),
        dimensions.design == Dimensions.reference ? "" : dimensions.design, dimensions.affinity,
      ]
    }
    var kept = Array(scenarios.values)
    if let filter {
      kept = try NameFilter(filter).matching(kept) { [$0.dimensions.scenario, $0.dimensions.load] }
    }
    return kept.map { (order($0), $0) }
      .sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
  }

  private static func padded(_ number: Int?) -> String {
    let digits = number.map { "\($0)" } ?? ""
    return String(repeating: "0", count: max(0, 12 - digits.count)) + digits
  }
}
