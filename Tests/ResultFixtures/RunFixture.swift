import FlowFiles
import FlowTestSupport
import Foundation
import Workloads

@testable package import FlowHarness
@testable package import FlowResults

/// The directory of a run with known samples.
package struct RunFixture {
  package let path = temporaryPath()

  /// Writes `runs.csv` and `samples.csv`; samples of the standard run are of the first one.
  package init(_ samples: [SampleRow], run: RunRow = .full, others: [RunRow] = []) throws {
    let samples = samples.map { row in
      var row = row
      if ["", RunRow.full.runID].contains(row.runID) { row.runID = run.runID }
      return row
    }
    try self.init(files: [
      "runs.csv": CSVFormat.text([run] + others), "samples.csv": CSVFormat.text(samples),
    ])
  }

  /// Writes `runs.csv` and `loads.csv`; loads of the standard run are of the first one.
  package init(loads: [LoadRow], run: RunRow = .full, others: [RunRow] = []) throws {
    let loads = loads.map { row in
      var row = row
      if ["", RunRow.full.runID].contains(row.process.runID) { row.process.runID = run.runID }
      return row
    }
    try self.init(files: [
      "runs.csv": CSVFormat.text([run] + others), "loads.csv": CSVFormat.text(loads),
    ])
  }

  /// Writes files with these texts.
  package init(files: [String: String]) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try WholeFile.write(text, to: "\(path)/\(name)") }
  }

  /// Returns the text of a file.
  package func text(_ file: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8)
  }

  /// Returns the samples of a scenario: a process for each cost, and a counting trial.
  package static func samples(
    _ scenario: Scenario, wallNs: [Double], cpuNs: [Double]? = nil, sendNs: [Double]? = nil,
    allocations: Double = 0, digest: String = "d1"
  ) -> [SampleRow] {
    var rows = wallNs.enumerated().map { round, wall in
      var row = SampleRow.timed(scenario, wall, digest: digest)
      row.round = round
      row.iteration = 0
      row.cpuNs = cpuNs?[round] ?? wall
      row.sendNs = sendNs?[round] ?? wall
      return row
    }
    var counted = SampleRow.timed(scenario, nil, digest: digest)
    counted.pass = "counting"
    counted.round = 0
    counted.allocations = allocations
    rows.append(counted)
    return rows
  }
}
