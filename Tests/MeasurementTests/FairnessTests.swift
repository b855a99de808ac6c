import Testing

@testable import Measurement

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
