import Testing

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

struct SaturationSearchTests {
  private func search(start: Double, limit: Double) -> (found: Double?, tried: Int, isOpen: Bool) {
    var search = RateBisection(start: start, range: OptionBounds.rates)
    var tried = 0
    while let rate = search.next {
      tried += 1
      search.take(rate <= limit)
    }
    return (search.highest, tried, search.isOpenEnded)
  }

  @Test(arguments: [1.0, 1000, 1234.5, 2e6], [123.4, 50_000, 3e8])
  func `a search finds the highest rate within five per cent`(start: Double, limit: Double) throws {
    let (found, tried, isOpen) = search(start: start, limit: limit)
    let rate = try #require(found)
    #expect(rate <= limit && limit / rate <= 1.05)
    #expect(tried < 45 && !isOpen)
  }

  @Test func `a search is open-ended if no rate breaks the bound`() {
    let (found, _, isOpen) = search(start: 1e6, limit: .infinity)
    #expect(found == 1e9 && isOpen)
  }

  @Test func `a bound that never holds ends at the lowest rate`() {
    let (found, tried, _) = search(start: 1000, limit: 0)
    #expect(found == nil && tried < 30)
  }

  @Test func `a higher rate that holds does not undo a broken one`() {
    var search = RateBisection(start: 100, range: OptionBounds.rates)
    // 100 and 200 hold, 400 does not; then 283 breaks.
    for holds in [true, true, false, false] { search.take(holds) }
    while let rate = search.next {
      #expect(rate > 200 && rate < 283)
      search.take(false)
    }
    #expect(search.highest == 200)
  }

  @Test func `a rate that fails its confirmation is broken, and the search continues below it`()
    throws
  {
    var search = RateBisection(start: 100, range: OptionBounds.rates)
    while let rate = search.next { search.take(rate <= 1600) }
    #expect(search.highest == 1600)
    // It holds up to 1,000 when tried again.
    while let highest = search.highest, highest > 1000 {
      search.reject(highest)
      while let rate = search.next { search.take(rate <= 1000) }
    }
    let found = try #require(search.highest)
    #expect(found <= 1000 && found > 950)
    search.reject(found)
    #expect((search.next ?? 0) < found)
  }

  private func row(completed: Int, throughput: Double, p99Ns: Double) -> LoadRow {
    var row = LoadRow()
    row.isValid = true
    row.rate = 1000
    row.durationNs = 1_000_000_000
    row.offered = 1000
    row.completed = completed
    row.throughput = throughput
    row.response.p99Ns = p99Ns
    return row
  }

  @Test func `only a sustained rate counts`() throws {
    let bound = try LoadThreshold(bound: "p99=5ms")
    func holds(_ completed: Int, _ throughput: Double, _ p99Ns: Double) -> Bool {
      let row = row(completed: completed, throughput: throughput, p99Ns: p99Ns)
      return SaturationSearch.isSustained(row, nil) && bound.verdict(of: [row]) == .holds
    }
    #expect(holds(1000, 1000, 4e6))
    #expect(!holds(1000, 1000, 6e6))
    // Dropped too many, or was done with all of them too late.
    #expect(!holds(980, 980, 4e6))
    #expect(!holds(1000, 900, 4e6))
  }

  // The last effects end after the last arrival, and a time-out hides how late they would.
  @Test func `a rate of effects counts only if nearly all requests end`() {
    func holds(_ completed: Int, timedOut: Int) -> Bool {
      var row = row(completed: completed, throughput: 900, p99Ns: 4e6)
      row.dimensions.completion = "service"
      var effects = EffectRow()
      effects.requested = 1000
      effects.timedOut = timedOut
      return SaturationSearch.isSustained(row, effects)
    }
    #expect(holds(1000, timedOut: 10))
    #expect(!holds(1000, timedOut: 11))
    #expect(!holds(980, timedOut: 0))
  }
}
