import PublishedDesigns
import Testing

@testable import FlowBenchCLI
@testable import FlowHarness

/// The ids that options, cells and file names can contain.
struct RegistrationErrorTests {
  @Test(arguments: ["a", "flow", "flow-2", "a1-", String(repeating: "x", count: 40)])
  func `an id of lower-case letters, digits and hyphens is accepted`(id: String) {
    #expect(RegistrationError.isPrintable(id))
  }

  @Test(arguments: [
    "", "-a", "2d", "Flow", "a_b", "a,b", "a b", "a/b", "é", "e\u{301}", "flöw", "a\n",
    String(repeating: "x", count: 41),
  ])
  func `another id is refused`(id: String) {
    #expect(!RegistrationError.isPrintable(id))
  }

  @Test @MainActor func `ids of workloads are checked, too`() {
    var catalogue = Catalogue.withFloor()
    catalogue.addPublishedDesigns()
    #expect(RegistrationError(in: catalogue) == nil)
    catalogue.add(
      AnyDesign(), for: Workload(id: "counter", summary: "mine") { _ in CounterFeature() })
    guard case .doubled("workload", "counter", let summaries) = RegistrationError(in: catalogue)
    else {
      Issue.record("'counter' is there twice")
      return
    }
    #expect(summaries.count == 2 && summaries.last == "mine")
  }
}

private struct AnyStore<F: Feature>: SynchronousStore {
  let feature: F
  var state: F.State

  init(_ feature: F) {
    self.feature = feature
    state = feature.initialState
  }

  mutating func send(_ action: F.Action) { feature.reduce(into: &state, action: action) }

  func read(_ reading: Reading, slot: Int) -> UInt64 { feature.read(reading, state, slot: slot) }
}

private struct AnyDesign: StoreDesign {
  let description = DesignDescription(id: "mine", summary: "")

  func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { AnyStore($0) }
  }
}
