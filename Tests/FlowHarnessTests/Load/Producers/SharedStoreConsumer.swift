import FlowHarness
import Synchronization
import Testing
import Workloads

// What another package writes: nothing here is @testable.

/// A store of somebody else's.
private final class TheirStore: BlockingSharedStore {
  private let kept: Mutex<SequenceState>

  static var isolation: StoreIsolation { .lock }

  init(_ initialState: SequenceState) { kept = Mutex(initialState) }

  func send(_ action: NumberedAction) { kept.withLock { $0.receive(action) } }

  func state() async -> SequenceState { kept.withLock { $0 } }
}

@MainActor
struct SharedStoreConsumerTests {
  @Test func `another package brings its own store`() throws {
    var catalogue = Catalogue.standard()
    catalogue.registerShared(
      TheirStore.self, design: DesignDescription(id: "theirs", summary: "a store of theirs"))
    var options = LoadOptions()
    options.senders = [1, 2]
    options.selection.designs = ["theirs"]
    let session = try ProducerSession(options: options, out: nil, catalogue: catalogue)
    #expect(session.plan.senders == [1, 2])
    #expect(session.plan.scenarios.map(\.design) == ["theirs", "theirs", "theirs"])
    #expect(Listing(catalogue: catalogue).text.contains("producers are threads"))
  }
}
