import Testing
import Workloads

@testable import FlowHarness

/// The findings about the events of three searches with one key.
struct InterleavingCheckTests {
  private static func findings(_ events: [EffectEvent]) -> InterleavingFindings {
    let feature = Served<SearchFeature, EffectService>(
      SearchFeature(), service: nil, cancelsOlder: { _ in true })
    let actions = ["a", "b", "c"].enumerated().map { index, query in
      Served<SearchFeature, EffectService>.Action(
        base: .search(query), id: LoadActionID(number: UInt64(index + 1), place: 0),
        isAnswer: false)
    }
    return InterleavingCheck(feature, actions, events).findings(digest: 0, keepsOrder: true)
  }

  @Test(
    arguments: [
      // The service answers before the second search.
      ([.reduced(1), .served(1), .reduced(2), .answered(1), .reduced(3)], 0),
      // The service answers after the second search, which may not have cancelled yet.
      ([.reduced(1), .reduced(2), .served(1), .answered(1), .reduced(3)], 0),
      ([.reduced(1), .reduced(2), .served(1), .reduced(3), .answered(1)], 0),
      // The service answers after the third search, so the second one has cancelled.
      ([.reduced(1), .reduced(2), .reduced(3), .served(1), .answered(1)], 1),
      // An ended effect is answered.
      ([.reduced(1), .reduced(2), .ended(1), .answered(1), .reduced(3)], 1),
    ] as [([EffectEvent], Int)])
  func `an answer after a certain cancellation is a finding`(
    events: [EffectEvent], uncancelled: Int
  ) {
    let findings = Self.findings(events)
    #expect(findings.uncancelled.count == uncancelled)
    #expect(findings.overtaken.count == 1 - uncancelled)
  }

  @Test func `an answer before a newer search is no finding`() {
    let findings = Self.findings([.reduced(1), .served(1), .answered(1), .reduced(2), .reduced(3)])
    #expect(findings.uncancelled.isEmpty && findings.overtaken.isEmpty)
  }
}
