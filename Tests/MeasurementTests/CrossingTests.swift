import Foundation
import Testing

@testable import Measurement

@Suite struct CrossingTests {
  private func point(
    _ size: Double, _ ratio: Double, error: Double? = 0, degrees: Double = 10
  ) -> Crossing.Point {
    Crossing.Point(
      size: size, logRatio: log(ratio),
      spread: error.map {
        .init(standardError: $0, degreesOfFreedom: $0 == 0 ? .infinity : degrees)
      })
  }

  // 100 ns + nothing against 10 ns · n cross at n = 10 to the last digits: both are powers.
  @Test func `two powers cross at their exact size`() throws {
    let points = [1.0, 7, 100].map { point($0, 10 * $0 / 100) }
    let crossings = Crossing.all(points.shuffled())
    #expect(crossings.count == 1)
    let crossing = try #require(crossings.first)
    #expect(agree(crossing.size, 10))
    #expect(!crossing.candidateWinsAbove)
    #expect(agree(crossing.low ?? 0, 10) && agree(crossing.high ?? 0, 10))
  }

  @Test func `a sweep without a change of the winner has no crossing`() {
    #expect(Crossing.all([1, 10, 100].map { point($0, 0.5 / $0) }).isEmpty)
    #expect(Crossing.all([point(1, 2)]).isEmpty)
    #expect(Crossing.all([]).isEmpty)
  }

  @Test func `each change of the winner is a crossing`() {
    let crossings = Crossing.all([point(1, 2), point(100, 0.5), point(10_000, 2)])
    #expect(crossings.map(\.candidateWinsAbove) == [true, false])
    #expect(agree(crossings[0].size, 10) && agree(crossings[1].size, 1000))
  }

  // On a line from +1 to −1 with an error of e everywhere at its ends, 0 is held where
  // |1 − 2u| ≤ t·e·√((1−u)² + u²); at u = ½ that is t·e/√2.
  @Test func `the interval is where the line's own interval contains 0`() throws {
    let (error, degrees) = (0.1, 8.0)
    let points = [
      point(1, exp(1), error: error, degrees: degrees),
      point(exp(2), exp(-1), error: error, degrees: degrees),
    ]
    let crossing = try #require(Crossing.all(points).first)
    #expect(agree(crossing.size, exp(1)))
    let reach = StudentT(degreesOfFreedom: degrees).quantile(0.975) * error
    let ends = [try #require(crossing.low), try #require(crossing.high)]
    for end in ends {
      let u = log(end) / 2
      #expect(agree(abs(1 - 2 * u), reach * ((1 - u) * (1 - u) + u * u).squareRoot(), within: 1e-6))
    }
    // By symmetry both ends lie as far from the middle.
    #expect(agree(log(crossing.low ?? 0) + log(crossing.high ?? 0), 2, within: 1e-6))
  }

  @Test func `an interval that reaches beyond the measured sizes is open`() throws {
    let points = [point(1, 1.05, error: 0.1), point(10, 0.5, error: 0.01)]
    let crossing = try #require(Crossing.all(points).first)
    #expect(crossing.low == nil)
    #expect(try #require(crossing.high) < 10)
  }

  @Test func `an interval continues in the next segment`() throws {
    let points = [
      point(1, 4, error: 0.01), point(10, 1.02, error: 0.1), point(100, 0.2, error: 0.01),
    ]
    let crossing = try #require(Crossing.all(points).first)
    #expect(crossing.size > 10)
    let low = try #require(crossing.low)
    #expect(low < 10 && low > 1)
  }

  @Test func `a change of the winner within the noise is no crossing`() {
    #expect(
      Crossing.all([point(1, 1.01, error: 0.05), point(10, 0.99, error: 0.05)]).isEmpty)
  }
}
