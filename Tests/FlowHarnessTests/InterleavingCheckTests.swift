import Testing
import Workloads

@testable import FlowHarness

/// Events made up, of three searches under one key.
struct InterleavingCheckTests {
  private static func findings(_ events: [EffectEvent]) -> InterleavingFindings {
    let feature = ServedModule<SearchFeature>(
      SearchFeature(), service: nil, cancelsOlder: { _ in true })
    let actions = ["a", "b", "c"].enumerated().map { index, query in
      ServedModule<SearchFeature>.Action(
        base: .search(query), id: LoadActionID(number: UInt64(index + 1), place: 0),
        isAnswer: false)
    }
    return InterleavingCheck(feature, actions, events).findings(digest: 0, keepsOrder: true)
  }

  @Test(
    arguments: [
      // The service answers before the second search: its answer was on its way.
      ([.reduced(1), .served(1), .reduced(2), .answered(1), .reduced(3)], 0),
      // After it: whoever reduces may not have cancelled yet.
      ([.reduced(1), .reduced(2), .served(1), .answered(1), .reduced(3)], 0),
      ([.reduced(1), .reduced(2), .served(1), .reduced(3), .answered(1)], 0),
      // After the third: the second has cancelled it, or nobody does.
      ([.reduced(1), .reduced(2), .reduced(3), .served(1), .answered(1)], 1),
      // It had ended, and is answered nevertheless.
      ([.reduced(1), .reduced(2), .ended(1), .answered(1), .reduced(3)], 1),
    ] as [([EffectEvent], Int)])
  func `a cancellation is missed once it has certainly come`(
    events: [EffectEvent], uncancelled: Int
  ) {
    let findings = Self.findings(events)
    #expect(findings.uncancelled.count == uncancelled)
    #expect(findings.overtaken.count == 1 - uncancelled)
  }

  @Test func `nobody has missed what was answered before a newer search`() {
    let findings = Self.findings([.reduced(1), .served(1), .answered(1), .reduced(2), .reduced(3)])
    #expect(findings.uncancelled.isEmpty && findings.overtaken.isEmpty)
  }
}
