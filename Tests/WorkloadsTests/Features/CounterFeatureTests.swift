import Testing
import Workloads

@Suite struct CounterFeatureTests {
  @Test func `steps change the count`() {
    let feature = CounterFeature()
    let state = reduced(feature, .increment(by: 3), .decrement(by: 1), from: .init(count: 5))
    #expect(state.count == 7)
  }

  @Test func `wraps around instead of trapping`() {
    let state = reduced(CounterFeature(), .increment(by: 1), from: .init(count: .max))
    #expect(state.count == .min)
  }

  @Test func `generates both directions in steps of 1 to 4`() {
    var seen = Set<String>()
    for action in actions(of: CounterFeature(), count: 1000) { seen.insert("\(action)") }
    let expected = (1...4).flatMap { ["increment(by: \($0))", "decrement(by: \($0))"] }
    #expect(seen == Set(expected))
  }
}
