import Testing
import Workloads

@Suite struct ObservingFeatureTests {
  private func observed<F: ObservingFeature>(_ feature: F) -> Int {
    [Distribution.uniform, .session(users: 3)].reduce(0) { sum, distribution in
      sum
        + actions(of: feature, distribution, count: 3000).count { feature.observe($0) != nil }
    }
  }

  @Test func `generated actions have no answer`() {
    #expect(observed(CounterFeature()) == 0)
    #expect(observed(FavoritesFeature()) == 0)
  }

  @Test func `an action that is never generated has an answer`() {
    #expect(CounterFeature().observe(.decrement(by: 0)) == .increment(by: 1))
    #expect(FavoritesFeature().observe(.increment(by: 0)) == .increment(by: 1))
    #expect(FavoritesFeature().observe(.replace(at: 3, with: -1)) == .increment(by: 1))
  }
}
