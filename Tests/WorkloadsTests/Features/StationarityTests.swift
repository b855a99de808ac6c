import Testing
import Workloads

/// Under independent actions no state grows.
@Suite struct StationarityTests {
  /// The largest size and the one at the end of 200,000 actions.
  func sizes<F: Feature>(_ feature: F, _ size: (F.State) -> Int) -> (largest: Int, last: Int) {
    var largest = 0
    let end = fold(feature, actions(of: feature, seed: 6, count: 200_000)) {
      largest = max(largest, size($0))
    }
    return (largest, size(end.state))
  }

  @Test func `a shopping list stays about as long as its 32 products`() {
    let sizes = sizes(ShopFeature()) { $0.products.count }
    #expect(sizes.largest < 96)
    #expect(sizes.last > 8)
  }

  @Test func `the number of memos is bounded by the ids`() {
    let sizes = sizes(NotesFeature()) { $0.memos.count }
    #expect(sizes.largest <= NotesFeature.idCount)
    #expect(sizes.last >= 2)
  }

  @Test func `favourites are primes up to 40, and the count stays in range`() {
    let primes = Set((0...PrimesFeature.largestCount).filter(PrimesFeature.isPrime))
    var isInRange = true
    let favorites = sizes(PrimesFeature()) { state in
      isInRange = isInRange && (0...PrimesFeature.largestCount).contains(state.count)
      isInRange = isInRange && primes.isSuperset(of: state.favoritePrimes)
      return state.favoritePrimes.count
    }
    #expect(isInRange)
    #expect(favorites.largest <= primes.count)
  }

  @Test func `the activity feed stays within its capacity`() {
    let feed = sizes(PrimesFeature()) { $0.activityFeed.count }
    #expect(feed.largest == PrimesFeature.activityFeedCapacity)
    #expect(feed.last >= PrimesFeature.activityFeedCapacity / 2)
  }

  @Test func `the number of results stays within its limit`() {
    #expect(sizes(SearchFeature()) { $0.results.count }.largest == SearchFeature.resultLimit)
  }
}
