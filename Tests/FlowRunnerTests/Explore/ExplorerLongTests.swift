import Testing
import Workloads

@testable import FlowHarness

/// More interleavings than `make test` has time for.
@MainActor
struct ExplorerLongTests {
  @Test(arguments: ["search", "echo"], [Topology.single, .perFeature])
  func `flow has no fault in a thousand interleavings`(workload: String, topology: Topology) throws
  {
    try ExplorerTests.expectNoFault(workload, topology, runs: 1000)
  }
}
