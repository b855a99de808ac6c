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
  func `the p-value of few values agrees with simulations in the far tail`(
    count: Double, statistic: Double, share: Double
  ) {
    let pValue = AndersonDarling.pValue(statistic: statistic, count: count)
    #expect(abs(pValue - share) < 0.0016, "\(pValue)")
  }

  @Test func `values of 0 or 1 fail the test`() throws {
    #expect(AndersonDarling([]) == nil)
    for end in [0.0, 1] {
      let test = try #require(AndersonDarling([0.3, end, 0.6]))
      #expect(test.statistic == .infinity && test.pValue == 0)
    }
  }

  @Test func `values below 0 or above 1 are refused`() async {
    await #expect(processExitsWith: .failure) { _ = AndersonDarling([0.5, 1.001]) }
    await #expect(processExitsWith: .failure) { _ = AndersonDarling([-0.001, 0.5]) }
  }
}
