import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// The cores on which the scenarios of a plan run.
extension PlanTests {
  @Test(.enabled(if: Affinity.isSupported))
  func `designs run pinned by default, and on all cores if asked`() throws {
    func affinities(_ design: String, _ affinity: String? = nil) throws -> [Affinity?] {
      let plan = try plan {
        if let affinity { $0.set("affinity", affinity) }
        $0.set("design", to: [design])
        $0.set("filter", "^counter/single/1/uniform/[a-z@]*$")
      }
      return plan.scenarios.map(\.affinity)
    }
    #expect(try affinities("flow") == [.pinned])
    #expect(try affinities("middleware") == [.pinned])
    for design in ["flow", "middleware"] {
      #expect(try affinities(design, "pinned") == [.pinned])
      #expect(try affinities(design, "free") == [.free])
      #expect(try affinities(design, "both") == [.pinned, .free])
    }
  }

  @Test(.enabled(if: Affinity.isSupported))
  func `a free scenario has its own id and the pinned floor`() throws {
    let plan = try plan {
      $0.set("design", "floor,protocol")
      $0.set("affinity", "both")
      $0.set("filter", "^counter/single/1/uniform/(floor|protocol.*)$")
    }
    let name = "counter/single/1/uniform"
    #expect(
      plan.scenarios.map(\.id) == ["\(name)/floor", "\(name)/protocol", "\(name)/protocol@free"])
    #expect(plan.scenarios.allSatisfy { $0.floor.id == "\(name)/floor" })
  }

  @Test(.enabled(if: Affinity.isSupported))
  func `the default suite has free scenarios for effects that suspend`() throws {
    let free = try plan { _ in }.scenarios.filter { $0.affinity == .free }
    #expect(!free.isEmpty && free.allSatisfy { $0.completion == .suspending })
  }
}
