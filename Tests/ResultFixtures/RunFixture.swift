import FlowTestSupport
import Foundation
import Workloads

@testable package import FlowHarness
@testable package import FlowResults

/// The directory of a run with known samples.
package struct RunFixture {
  package let path = temporaryPath()

  /// Writes `runs.csv` and `samples.csv`.
  package init(_ samples: [SampleRow], run: RunRow = .full) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try WholeFile.write(CSVFormat.text([run]), to: "\(path)/runs.csv")
    try WholeFile.write(CSVFormat.text(samples), to: "\(path)/samples.csv")
  }

  /// Writes `runs.csv` and `loads.csv`.
  package init(loads: [LoadRow], run: RunRow = .full) throws {
    try self.init(files: ["runs.csv": CSVFormat.text([run]), "loads.csv": CSVFormat.text(loads)])
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
