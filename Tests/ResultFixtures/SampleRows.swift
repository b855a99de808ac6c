import Foundation
import Workloads

@testable package import FlowHarness
@testable package import FlowResults
@testable import FlowRunner

// Rows with known values, for the tests of files and statistics.

extension ResultRow {
  /// A row in which every cell is known: texts contain the names of their columns.
  package static var full: Self {
    var row = Self()
    for (index, column) in columns.enumerated() where column.name != ResultSchema.columnName {
      let text =
        switch column.kind {
        case .text: "\(column.name), \"full\"\nof it"
        case .integer: "\(index)"
        case .number: "0.\(index)"
        case .flag: "true"
        }
      precondition(column.read(&row, text), "\(column.name) refuses '\(text)'")
    }
    return row
  }
}

extension RunRow {
  /// A run in which everything is known.
  package static var full: RunRow {
    var row = RunRow()
    row.runID = "20261121T064800Z-abc1234"
    row.startedUTC = "20261121T064800Z"
    row.commit = "abc1234"
    row.isDirty = true
    row.toolVersion = "0.1.0"
    row.swiftVersion = "6.3"
    row.buildMode = "release"
    row.system = "Linux 6.1.0 x86_64"
    row.cpuModel = "Quick \"Q\" CPU, 2.5 GHz"
    row.cpuCount = 2
    row.governor = "performance:0 powersave:1"
    row.memoryBytes = 8_589_934_592
    row.allocator = "jemalloc 5.3.0"
    row.loadBefore = 0.25
    row.loadAfter = 1.5
    row.suite = "smoke"
    row.seed = "18446744073709551615"
    row.arguments = "run --features 1,10"
    row.stolenShare = 0.125
    row.clockSource = "tsc"
    row.clockStepNs = 20
    row.clockCostNs = 22.5
    row.isVirtual = true
    row.allowedCores = "0-1"
    row.hugePages = "madvise"
    row.warning = "noisy, very"
    row.loopNs = 0.375
    row.shard = "2/7"
    row.quotaCores = 0.5
    row.otherShareBefore = 0.75
    return row
  }
}

extension SampleRow {
  /// A valid sample of a scenario with this wall time.
  package static func timed(
    _ scenario: Scenario, _ wallNs: Double?, digest: String = "d1"
  ) -> SampleRow {
    var row = SampleRow()
    row.dimensions = Dimensions(scenario)
    row.pass = "timing"
    row.wallNs = wallNs
    row.digest = digest
    row.isValid = true
    return row
  }

  /// The row of a trial that failed.
  package static func failed(_ scenario: Scenario, _ reason: String, wallNs: Double? = nil)
    -> SampleRow
  {
    var row = timed(scenario, wallNs)
    row.isValid = false
    row.invalidReason = reason
    return row
  }
}
