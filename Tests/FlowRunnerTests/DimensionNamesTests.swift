import Testing
import Workloads

@testable import FlowHarness
@testable import FlowReports
@testable import FlowResults
@testable import FlowRunner

/// The names that reports know, which import nothing of what measures.
@Suite("Names of dimensions")
struct DimensionNamesTests {
  @Test func `the reference is the floor`() {
    #expect(Dimensions.reference == FloorDesign.id)
    #expect(Dimensions.reference == Scenario.reference)
  }

  @Test func `scopes are those of the scoped topology`() {
    for topology in Topology.allCases {
      var scenario = Scenario.plain(workload: "counter", design: "flow", topology: topology)
      scenario.depth = 4
      #expect((Dimensions(scenario).depth == 4) == (topology == .scoped), "\(topology.rawValue)")
    }
  }

  @Test func `completion, cores and unchecked work have the names of the harness`() {
    #expect(Dimensions.suspending == Completion.suspending.rawValue)
    #expect(Dimensions.service == Completion.service.rawValue)
    #expect(Dimensions.pinned == Affinity.pinned.rawValue)
    #expect(Dimensions.free == Affinity.free.rawValue)
    #expect(Dimensions.uncheckedWork == ListedWork.uncheckedWord)
  }

  @Test func `the plainest level of each dimension is that of a plain scenario`() {
    var plain = Scenario.plain(workload: "counter", design: Scenario.reference)
    plain.affinity = .pinned
    let dimensions = Dimensions(plain)
    let levels = Dimension.allCases.filter { $0.plainLevel != nil }
    #expect(levels.count == 7)
    for dimension in levels {
      #expect(dimension.level(of: dimensions) == dimension.plainLevel, "\(dimension.rawValue)")
    }
  }
}
