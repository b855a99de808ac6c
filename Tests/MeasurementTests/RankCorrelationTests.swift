import Testing

@testable import Measurement

@Suite struct SerialCorrelationTests {
  @Test(arguments: serialVectors)
  func `the correlation agrees with SciPy`(vector: SerialVector) throws {
    let serial = try #require(SerialCorrelation(vector.values))
    #expect(agree(serial.correlation, vector.correlation))
    #expect(agree(serial.score, vector.score))
  }

  @Test func `rising values correlate, alternating values correlate negatively`() throws {
    let rising = try #require(SerialCorrelation((0..<20).map { Double($0) }))
    #expect(rising.correlation == 1 && agree(rising.score, 18.0.squareRoot()))
    let swinging = try #require(SerialCorrelation((0..<21).map { Double($0 % 2) }))
    #expect(swinging.correlation == -1)
  }

  @Test func `ten pairs are needed`() {
    let values = (0..<11).map { Double($0 % 4) }
    #expect(SerialCorrelation(values) != nil)
    #expect(SerialCorrelation(Array(values.dropLast())) == nil)
    #expect(SerialCorrelation([]) == nil)
  }
}

struct FairnessTests {
  @Test(
    arguments: [
      ([5], 1), ([2, 2, 2, 2], 1), ([8, 0, 0, 0], 0.25), ([1, 3], 0.8), ([], nil), ([0, 0], nil),
    ] as [([Double], Double?)])
  func `the index is 1 for equal shares and one n-th if one has all`(
    shares: [Double], index: Double?
  ) {
    #expect(Fairness.jain(shares) == index)
  }
}
