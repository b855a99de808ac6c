import Testing

@testable import Measurement

@Suite struct SteadyStateTests {
  @Test func `a drift is certain and large`() throws {
    let slower = (0..<20).map { 100 + Double($0) }
    #expect(agree(try #require(SteadyState.drift(of: slower)), 114.5 / 104.5 - 1))
    #expect(try #require(SteadyState.drift(of: slower.reversed())) < -0.02)
    // As certain, but less than 2 per cent.
    #expect(SteadyState.drift(of: slower.map { 10_000 + $0 }) == nil)
    // With ten values the score is at most 3.
    #expect(SteadyState.drift(of: Array(slower.prefix(10))) == nil)
    #expect(SteadyState.drift(of: [Double](repeating: 7, count: 30)) == nil)
    #expect(SteadyState.drift(of: []) == nil)
  }

  @Test func `a queue grows if its last half is above its first quarter`() {
    let quarter = [3, 0, 5, 2]
    let middle = [0, 0, 0, 0]
    #expect(SteadyState.queueGrowth(quarter + middle + [6, 7, 8, 9, 6, 7, 8, 9]) == 1)
    #expect(SteadyState.queueGrowth(quarter + middle + [9, 7, 8, 9, 8, 7, 8, 9]) == 2)
    #expect(SteadyState.queueGrowth(quarter + middle + [6, 7, 8, 5, 6, 7, 8, 9]) == nil)
    #expect(SteadyState.queueGrowth([Int](repeating: 0, count: 40)) == nil)
  }

  @Test func `growth needs sixteen batches`() {
    #expect(SteadyState.queueGrowth(Array(1...16)) == 5)
    #expect(SteadyState.queueGrowth(Array(1...15)) == nil)
    #expect(SteadyState.queueGrowth([]) == nil)
  }

  // A minute at 10,000 a second in 64 batches. The medians of exponential times scatter by
  // 1 / (ln 2 √n) for n times in each, or the machine scatters by 2 %.
  @Test(arguments: [1 / (0.693 * 9375.0.squareRoot()), 0.02])
  func `a drift of a tenth in a minute is found, with few false alarms`(
    deviation: Double
  ) {
    var random = Congruential(state: 52)
    func medians(drift: Double) -> [Double] {
      (0..<64).map { (batch: Int) -> Double in
        let place = (Double(batch) + 0.5) / 64
        let noise: Double = deviation * random.normal()
        return 1000 * (1 + drift * place) * (1 + noise)
      }
    }
    var (found, wrong) = (0, 0)
    for _ in 0..<1000 {
      if let change = SteadyState.drift(of: medians(drift: 0.1)), change > 0 { found += 1 }
      if SteadyState.drift(of: medians(drift: 0)) != nil { wrong += 1 }
    }
    #expect(found >= 990)
    #expect(wrong <= 10)
  }
}

@Suite struct InitialTransientTests {
  /// White's rule with all errors calculated from scratch.
  private func leastError(_ values: [Double]) -> Int {
    let errors = (0...values.count / 2).map { length in
      let rest = values.dropFirst(length)
      let mean = rest.reduce(0, +) / Double(rest.count)
      return rest.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(rest.count * rest.count)
    }
    return errors.indices.min { errors[$0] < errors[$1] } ?? 0
  }

  @Test func `a step is cut where it ends`() {
    let steady = (0..<20).map { 100 + Double($0 % 3) }
    #expect(InitialTransient.length(of: [50, 52, 51] + steady) == 3)
    #expect(InitialTransient.length(of: [150] + steady) == 1)
    #expect(InitialTransient.length(of: steady) == 0)
  }

  @Test func `a cut needs ten values`() {
    let values = [9.0, 1, 1, 1, 1, 1, 1, 1, 1]
    #expect(InitialTransient.length(of: values) == 0)
    #expect(InitialTransient.length(of: values + [1]) == 1)
    #expect(InitialTransient.length(of: []) == 0)
  }

  @Test func `a beginning within 2 per cent is not cut`() {
    let rest = [Double](repeating: 100, count: 15)
    #expect(InitialTransient.length(of: [101.9] + rest) == 0)
    #expect(InitialTransient.length(of: [102.1] + rest) == 1)
    #expect(InitialTransient.length(of: [98.1] + rest) == 0)
    #expect(InitialTransient.length(of: [97.9] + rest) == 1)
  }

  // The rest alternates by 1 around 100: its scatter is 1.4826, and the error of one value against
  // 20 is 1.519, of which four are 6.08.
  @Test func `a beginning within four errors is not cut`() {
    let rest = (0..<20).map { $0 % 2 == 0 ? 99.0 : 101 }
    #expect(InitialTransient.length(of: [105.9] + rest) == 0)
    #expect(InitialTransient.length(of: [106.2] + rest) == 1)
  }

  @Test func `a cut is that of White's rule`() {
    var random = Congruential(state: 21)
    for size in [10, 11, 32, 65] {
      for start in [0.0, 1, 5, 30] {
        let values = (0..<size).map { 1e6 + start / Double($0 + 1) + random.normal() }
        let length = InitialTransient.length(of: values.map { $0 - 1e6 + 10 })
        #expect(length == 0 || length == leastError(values), "\(size) \(start)")
      }
    }
  }

  @Test func `few steady loads are cut, and most loads that begin at half the speed`() {
    var random = Congruential(state: 22)
    var steady = 0
    var warming = 0
    for _ in 0..<400 {
      let noise = (0..<32).map { _ in 1 + 0.03 * random.normal() }
      if InitialTransient.length(of: noise) > 0 { steady += 1 }
      var start = 1.0
      let values = noise.map { value in
        defer { start *= 0.6 }
        return value * (1 - start / 2)
      }
      if InitialTransient.length(of: values) > 0 { warming += 1 }
    }
    #expect(steady <= 20, "\(steady)")
    #expect(warming >= 380, "\(warming)")
  }
}
