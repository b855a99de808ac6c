import Foundation
import OrderedCollections

/// A run that is on disk: where, on which machine, and the numbers of every scenario.
struct MeasuredRun {
  let path: String
  /// The run and its machine.
  let run: RunRow
  /// The scenarios in the order in which they were first measured.
  let scenarios: OrderedDictionary<String, MeasuredScenario>

  /// Reads the files of a run.
  ///
  /// - Parameter option: What errors call the path.
  /// - Throws: `PlanError` when there is no run, or a file of it is broken.
  init(reading path: String, option: String) throws(PlanError) {
    self.path = path
    let missing = PlanError.unusable(
      option: option, path: path,
      reason: "must be the directory of a run, with runs.csv and samples.csv")
    do {
      let file = "\(path)/\(RunRow.fileName)"
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let runs = try CSVParser.rows(text, file: file, header: .older, as: RunRow.self)
      guard let run = runs.first else {
        throw CSVError(
          file: file, line: 2, column: 1, rule: "must have a row for the run, got none")
      }
      self.run = run
      let scan = try SampleScan(reading: "\(path)/\(SampleRow.fileName)")
      scenarios = scan.scenarios
    } catch let error as CSVError {
      throw .broken(error, remedy: "'flowbench run --resume' mends a run that was cut off")
    } catch { throw missing }
    guard !scenarios.isEmpty else {
      throw .unusable(
        option: option, path: path,
        reason: "must have rows in samples.csv; go on with 'flowbench run --resume'")
    }
  }

  /// Reads `--filter`; `nil` keeps every scenario.
  static func filter(_ text: String?) throws(PlanError) -> Regex<AnyRegexOutput>? {
    guard let text else { return nil }
    guard let expression = try? Regex(text) else {
      throw .outOfRange(option: "--filter", rule: "must be a regular expression", value: text)
    }
    return expression
  }

  /// The scenarios whose id matches, in the order in which a table shows them.
  func scenarios(matching filter: Regex<AnyRegexOutput>?) -> [MeasuredScenario] {
    scenarios.values.filter { scenario in filter.map { scenario.id.contains($0) } ?? true }
      .sorted { Self.order($0.dimensions).lexicographicallyPrecedes(Self.order($1.dimensions)) }
  }

  /// Trials run in random order; tables are sorted by what was measured, numbers by their size.
  private static func order(_ dimensions: Dimensions) -> [String] {
    [
      dimensions.workload, dimensions.distribution, dimensions.views, dimensions.storage,
      dimensions.answers, padded(dimensions.middlewares), padded(dimensions.features),
      padded(dimensions.observers), dimensions.topology, padded(dimensions.groups),
      padded(dimensions.depth), dimensions.design == "floor" ? "" : dimensions.design,
      dimensions.affinity,
    ]
  }

  private static func padded(_ number: Int?) -> String {
    let digits = number.map { "\($0)" } ?? ""
    return String(repeating: "0", count: max(0, 12 - digits.count)) + digits
  }
}
