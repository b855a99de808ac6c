import Foundation
import ResultFixtures
import Workloads

@testable import FlowHarness
@testable import FlowReports
@testable import FlowResults

/// A run with known numbers, for exports.
enum ExportFixture {
  /// A scenario with default levels only.
  static let plain: Scenario = {
    var scenario = Scenario.sample("shop", .single, 10, "flow")
    scenario.affinity = .pinned
    return scenario
  }()

  /// A scenario without default levels.
  static let special: Scenario = {
    var scenario = Scenario.sample("shop", .scoped, 10, "middleware").watched(by: .ownSlice, 3)
    scenario.depth = 4
    scenario.distribution = .zipf(exponent: 1.5)
    scenario.storage = .disk
    scenario.middlewares = 2
    scenario.completion = .suspending
    scenario.affinity = .free
    return scenario
  }()

  /// A scenario that crashed.
  static let broken = plain.held(by: "inout")

  /// Three processes of three samples, and a counting one.
  static var rows: [SampleRow] {
    samples(plain, [[10, 12, 11], [20.5, 22, 21], [30, 34, 32]])
      + samples(special, [[1500, 1250]])
      + counts(plain, allocations: 0.5, bytes: 668.0304, retains: 2)
      + [.failed(broken, "crashed:\nsignal 11", wallNs: 1)]
  }

  /// Returns a timing trial for each list of wall times, with 1,000 actions per sample.
  static func samples(_ scenario: Scenario, _ wallNs: [[Double]]) -> [SampleRow] {
    wallNs.enumerated().flatMap { round, samples in
      samples.enumerated().map { iteration, wall in
        var row = SampleRow.timed(scenario, wall)
        (row.round, row.iteration, row.actions) = (round, iteration, 1000)
        return row
      }
    }
  }

  /// Returns a counting trial of three equal windows.
  static func counts(
    _ scenario: Scenario, allocations: Double, bytes: Double, retains: Double
  ) -> [SampleRow] {
    (0..<3).map { iteration in
      var row = SampleRow.timed(scenario, nil)
      (row.pass, row.round, row.iteration, row.actions) = ("counting", 0, iteration, 200)
      (row.allocations, row.bytes, row.retains) = (allocations, bytes, retains)
      return row
    }
  }

  /// Returns the text and the warnings of an export.
  static func export(
    _ rows: [SampleRow] = rows, run: RunRow = .full, as format: ExportFormat,
    _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> (text: String?, warnings: [String]) {
    let fixture = try RunFixture(rows, run: run)
    var options = ExportOptions(run: fixture.path, format: format)
    change(&options)
    let export = try Export(options)
    return (try export.write(), export.warnings)
  }

  /// Returns the error of an export.
  static func refusal(
    _ rows: [SampleRow] = rows, as format: ExportFormat,
    _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> String? {
    do {
      _ = try export(rows, as: format, change)
      return nil
    } catch { return "\(error)" }
  }
}
