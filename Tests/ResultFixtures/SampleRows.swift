import Foundation
import Workloads

@testable package import FlowHarness
@testable package import FlowResults
@testable import FlowRunner

// Rows with known values, for the tests of files and statistics.

extension Dimensions {
  /// Dimensions in which every cell is known.
  package static var full: Dimensions {
    var dimensions = Dimensions(
      Scenario.sample("shop", .perFeature, 10, "flow").watched(by: .ownSlice, 3))
    dimensions.affinity = "pinned"
    dimensions.depth = 4
    dimensions.middlewares = 2
    dimensions.completion = "suspending"
    return dimensions
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
  /// A sample in which everything is known.
  package static var full: SampleRow {
    var row = SampleRow()
    row.runID = "20261121T064800Z-abc1234"
    row.dimensions = .full
    row.pass = "timing"
    row.seed = "1"
    row.round = 0
    row.iteration = 2
    row.actions = 100_000
    row.batches = 4
    row.wallNs = 12.5
    row.cpuNs = 12.75
    row.sendNs = 11.125
    row.notifications = 1
    row.wasted = 0
    row.allocations = 0.1
    row.bytes = 1234.5678
    row.digest = "00000000deadbeef"
    row.isValid = true
    row.warning = "fine, \"as far\"\nas known"
    row.threadCPUNs = 12.25
    row.preemptions = 3
    row.frees = 0.2
    row.reallocations = 0.3
    row.requestedBytes = 1000.5
    row.objects = 0.4
    row.retains = 5
    row.releases = 6.5
    row.liveBytesBefore = 100_000
    row.liveBytesAfter = 100_784
    row.keptBytes = 784
    row.residentBytes = 3_878_912
    row.fragmentation = 1.25
    row.instructions = 42.5
    row.disturbance = Disturbance(otherShare: 0.0625, throttledNs: 1_000)
    return row
  }

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

extension SummaryRow {
  /// A summary in which everything is known.
  package static var full: SummaryRow {
    var row = SummaryRow()
    row.runID = "20261121T064800Z-abc1234"
    row.dimensions = .full
    row.metric = "wall_ns_per_action"
    row.n = 6
    row.mean = 3.5
    row.median = 3.25
    row.mad = 1.5
    row.min = 1
    row.p25 = 2.25
    row.p75 = 4.75
    row.p90 = 5.5
    row.p99 = 5.95
    row.max = 6
    row.intervalLow = 1
    row.intervalHigh = 1e21
    row.ratioToFloor = 1.4
    row.isValid = false
    row.warning = "p99 needs 100 samples, got 6"
    row.processes = 2
    row.processMin = 1.25
    row.processMedian = 3.75
    return row
  }
}
