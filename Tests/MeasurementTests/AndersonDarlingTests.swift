import Testing

@testable import Measurement

@Suite struct AndersonDarlingTests {
  @Test(arguments: andersonDarlingVectors)
  func `the limit is that of the series`(vector: AndersonDarlingVector) {
    let pValue = AndersonDarling.pValue(statistic: vector.statistic, count: .infinity)
    #expect(abs(pValue - vector.pValue) < 2.5e-5)
  }

  @Test(arguments: andersonDarlingSamples)
  func `the statistic is the integral of squared distances`(sample: AndersonDarlingSample) throws {
    let test = try #require(AndersonDarling(sample.values))
    #expect(agree(test.statistic, sample.statistic))
    #expect(AndersonDarling(sample.values.reversed()) == test)
  }

  // Shares of 2,000,000 and 1,000,000 simulated sets, known to within 0.0004 and 0.0005.
  @Test(arguments: [
    (5.0, 0.3, 0.93702), (5, 0.775, 0.49176), (5, 1.5, 0.17709), (5, 2.492, 0.05248),
    (5, 3.857, 0.01124), (10, 0.3, 0.93744), (10, 0.775, 0.49641), (10, 1.5, 0.17647),
    (10, 2.492, 0.05108), (10, 3.857, 0.01075),
  ])
  func `few values have more in the far tail`(count: Double, statistic: Double, share: Double) {
    let pValue = AndersonDarling.pValue(statistic: statistic, count: count)
    #expect(abs(pValue - share) < 0.0016, "\(pValue)")
  }

  @Test func `never leaves 0 to 1, and falls with the statistic`() {
    for count in [1.0, 2, 10, 1e6] {
      var last = 1.0
      for step in 0...400 {
        let pValue = AndersonDarling.pValue(statistic: Double(step) / 10, count: count)
        #expect(pValue >= 0 && pValue <= last + 1e-5)
        last = pValue
      }
    }
  }

  @Test func `no values have no test, and an end that cannot be none that passes`() throws {
    #expect(AndersonDarling([]) == nil)
    for end in [0.0, 1] {
      let test = try #require(AndersonDarling([0.3, end, 0.6]))
      #expect(test.statistic == .infinity && test.pValue == 0)
    }
  }

  @Test func `refuses what is not from 0 to 1`() async {
    await #expect(processExitsWith: .failure) { _ = AndersonDarling([0.5, 1.001]) }
    await #expect(processExitsWith: .failure) { _ = AndersonDarling([-0.001, 0.5]) }
  }

  @Test func `uniform values fail as often as they should, cubes of them always`() throws {
    var random = Congruential(state: 31)
    var failures = 0
    for _ in 0..<500 {
      let values = (0..<50).map { _ in random.uniform() }
      if try #require(AndersonDarling(values)).pValue < 0.1 { failures += 1 }
      #expect(try #require(AndersonDarling(values.map { $0 * $0 * $0 })).pValue < 0.05)
    }
    #expect((25...80).contains(failures), "\(failures)")
  }
}
