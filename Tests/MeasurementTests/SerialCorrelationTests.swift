import Testing

@testable import Measurement

@Suite struct SerialCorrelationTests {
  @Test(arguments: serialVectors)
  func `agrees with SciPy`(vector: SerialVector) throws {
    let serial = try #require(SerialCorrelation(vector.values))
    #expect(agree(serial.correlation, vector.correlation))
    #expect(agree(serial.score, vector.score))
  }

  @Test func `what rises is followed by more, what swings by less`() throws {
    let rising = try #require(SerialCorrelation((0..<20).map { Double($0) }))
    #expect(rising.correlation == 1 && agree(rising.score, 18.0.squareRoot()))
    let swinging = try #require(SerialCorrelation((0..<21).map { Double($0 % 2) }))
    #expect(swinging.correlation == -1)
  }

  @Test func `ten pairs are enough, nine are not`() {
    let values = (0..<11).map { Double($0 % 4) }
    #expect(SerialCorrelation(values) != nil)
    #expect(SerialCorrelation(Array(values.dropLast())) == nil)
    #expect(SerialCorrelation([]) == nil)
  }
}
