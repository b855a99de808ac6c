import Testing
import Workloads

@Suite struct RemarkingFeatureTests {
  private func remarks<F: RemarkingFeature>(_ feature: F) -> Int {
    [Distribution.uniform, .session(users: 3)].reduce(0) { sum, distribution in
      sum
        + actions(of: feature, distribution, count: 3000).count { feature.remark(on: $0) != nil }
    }
  }

  @Test func `nothing is said to an action that is generated`() {
    #expect(remarks(CounterFeature()) == 0)
    #expect(remarks(FavoritesFeature()) == 0)
  }

  @Test func `something is said to an action that is not`() {
    #expect(CounterFeature().remark(on: .decrement(by: 0)) == .increment(by: 1))
    #expect(FavoritesFeature().remark(on: .increment(by: 0)) == .increment(by: 1))
    #expect(FavoritesFeature().remark(on: .replace(at: 3, with: -1)) == .increment(by: 1))
  }
}
