import Foundation
import Testing
import Workloads

@Suite struct PrimesFeatureTests {
  let first = SimulatedClock.firstReading
  let feature = PrimesFeature(dependencies: .simulated())

  @Test(arguments: [
    (1, 2), (2, 3), (3, 5), (10, 29), (40, 173), (100, 541), (1000, 7919), (10_000, 104_729),
  ])
  func `the nth prime is found`(n: Int, prime: Int) {
    #expect(PrimesFeature.nthPrime(n) == prime)
  }

  @Test func `no prime comes before the first`() {
    #expect(PrimesFeature.nthPrime(0) == nil)
    #expect(PrimesFeature.nthPrime(-1) == nil)
    #expect((-2...30).filter(PrimesFeature.isPrime) == [2, 3, 5, 7, 11, 13, 17, 19, 23, 29])
  }

  @Test func `the prime of a count is requested and answered`() throws {
    var state = reduced(feature, .counter(.nthPrimeRequested), from: .init(count: 3))
    #expect(state.isNthPrimeRequested)
    let request = try #require(
      feature.request(for: .counter(.nthPrimeRequested), after: state))
    let answer = try #require(feature.perform(request))
    feature.reduce(into: &state, action: answer)
    #expect(state.nthPrime == 5)
    #expect(!state.isNthPrimeRequested)
    feature.reduce(into: &state, action: .counter(.increment))
    #expect(state.nthPrime == nil)
  }

  @Test func `a number is a favourite only once`() {
    let state = reduced(
      feature, .primeModal(.saveFavorite), .primeModal(.saveFavorite), from: .init(count: 7))
    #expect(state.favoritePrimes == [7])
    #expect(state.activityFeed == [.init(timestamp: first, change: .added(7))])
  }

  @Test func `the feed records a removal`() {
    let start = PrimesFeature.State(count: 7, favoritePrimes: [5, 7, 11])
    let state = reduced(feature, .primeModal(.removeFavorite), from: start)
    #expect(state.favoritePrimes == [5, 11])
    #expect(state.activityFeed == [.init(timestamp: first, change: .removed(7))])
  }

  @Test func `a deletion removes existing rows`() {
    let start = PrimesFeature.State(favoritePrimes: [2, 3, 5, 7])
    let rows = SmallIndexSet(bits: 0b1000_0000_1010)
    let state = reduced(feature, .favoritePrimes(.delete(at: rows)), from: start)
    #expect(state.favoritePrimes == [2, 5])
    #expect(state.activityFeed.map { $0.change } == [.removed(7), .removed(3)])
    #expect(state.activityFeed.allSatisfy { $0.timestamp == first })
  }

  @Test func `saved favourites are loaded`() throws {
    let clock = SimulatedClock()
    let feature = PrimesFeature(
      dependencies: .init(now: clock.now, nthPrime: { _ in nil }, favorites: .memory()))
    #expect(feature.perform(.loadFavorites) == nil)
    let state = PrimesFeature.State(favoritePrimes: [3, 2])
    let request = try #require(feature.request(for: .favoritePrimes(.save), after: state))
    #expect(feature.perform(request) == nil)
    #expect(feature.perform(.loadFavorites) == .favoritePrimes(.loaded([3, 2])))
    let loaded = reduced(feature, .favoritePrimes(.loaded([3, 2])))
    #expect(loaded.favoritePrimes == [3, 2])
    #expect(loaded.activityFeed.isEmpty)
  }

  @Test func `the feed drops its older half when it is full`() {
    var state = PrimesFeature.State(count: 7)
    var largest = 0
    for _ in 0..<500 {
      feature.reduce(into: &state, action: .primeModal(.saveFavorite))
      feature.reduce(into: &state, action: .primeModal(.removeFavorite))
      largest = max(largest, state.activityFeed.count)
    }
    #expect(largest == PrimesFeature.activityFeedCapacity)
    #expect(state.activityFeed.count >= PrimesFeature.activityFeedCapacity / 2)
    #expect(state.activityFeed.last?.timestamp == first + 999)
  }
}
