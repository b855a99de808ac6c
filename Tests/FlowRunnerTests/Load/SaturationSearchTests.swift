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

  // MARK: - Disturbed processes

  /// Searches with a store whose response time is 1 ms up to 4,000 actions a second, and 90 ms above.
  ///
  /// - Parameter change: Disturbs a process, by its rate and the number of its try.
  @MainActor
  private func search(
    _ change: (inout LoadRow, Double, Int) -> Void
  ) throws -> SaturationSearch.Result {
    let plan = try LoadFixture.plan(
      "--bound p99=5ms --rate 1000 --duration 2s --workload echo --design flow")
    var search = try #require(SaturationSearch.all(of: plan).first)
    var tries: [Double: Int] = [:]
    while search.next != nil, let rate = search.rate {
      var row = row(completed: Int(2 * rate), throughput: rate, p99Ns: rate <= 4000 ? 1e6 : 90e6)
      (row.rate, row.durationNs, row.offered) = (rate, 2_000_000_000, row.completed)
      row.quality.trustedPercentile = 99.9
      change(&row, rate, tries[rate, default: 0])
      tries[rate, default: 0] += 1
      search.take(FoundLoad(load: row))
      try #require(search.result.probes.count < 200)
    }
    return search.result
  }

  @MainActor
  @Test func `a disturbed process is repeated, and does not change the result`() throws {
    let quiet = try search { _, _, _ in }
    #expect(quiet.isDecided && quiet.conclusion == nil)
    let highest = try #require(quiet.highest)
    #expect(highest <= 4000 && highest > 3800)
    let disturbed = try search { row, _, number in
      guard number == 0 else { return }
      (row.response.p99Ns, row.quality.trustedPercentile) = (90e6, LoadQuality.noPercentile)
    }
    #expect(disturbed.highest == highest && disturbed.isDecided)
    #expect(disturbed.probes.count > quiet.probes.count)
    // A pause made the store fall behind: 400 ms of 2.2 s.
    let paused = try search { row, rate, number in
      guard number == 0 else { return }
      row.throughput = rate * 2 / 2.2
      row.quality.pausedNs = 400_000_000
    }
    #expect(paused.highest == highest && paused.isDecided)
  }

  @MainActor
  @Test func `a search is not decided if the machine disturbs each process`() throws {
    let found = try search { row, _, _ in
      (row.response.p99Ns, row.quality.trustedPercentile) = (90e6, 50)
    }
    #expect(found.highest == nil && !found.isDecided)
    #expect(found.conclusion?.hasPrefix("not decided: the machine or the generator") == true)
    #expect(found.probes.allSatisfy { $0.holds == nil })
    // No rate is tried at which too few actions arrive for the 99th percentile.
    #expect(found.probes.allSatisfy { $0.rate >= 800 })
    let partly = try search { row, rate, _ in
      if rate > 1000 { (row.response.p99Ns, row.quality.trustedPercentile) = (90e6, 50) }
    }
    #expect(partly.highest == 1000 && !partly.isDecided)
    let unknown = try search { row, _, _ in row.response.p99Ns = nil }
    #expect(
      unknown.conclusion?.hasPrefix(
        "not decided: response_p99_ns is unknown, because too few actions were answered") == true)
    #expect(partly.conclusion?.hasPrefix("not decided above 1,000/s: ") == true)
  }

  @MainActor
  @Test func `a store that falls behind without pauses is decided, however busy the machine`()
    throws
  {
    let found = try search { row, rate, _ in
      guard rate > 2000 else { return }
      (row.throughput, row.quality.pausedNs) = (2000, 20_000_000)
    }
    let highest = try #require(found.highest)
    #expect(found.isDecided && highest <= 2000 && highest > 1900)
  }
}
