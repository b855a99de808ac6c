import Testing

@testable import Measurement

@Suite struct IncompleteBetaTests {
  @Test(arguments: betaVectors)
  func `agrees with SciPy, and its inverse undoes it`(vector: BetaVector) {
    let value = IncompleteBeta.regularized(vector.x, a: vector.a, b: vector.b)
    #expect(agree(value, vector.value))
    // Where the function is flat, many x have the same value and none can be found again.
    guard value < 1 - 1e-3 else { return }
    #expect(
      agree(IncompleteBeta.quantile(vector.value, a: vector.a, b: vector.b), vector.x))
  }

  @Test func `the ends are 0 and 1`() {
    #expect(IncompleteBeta.regularized(0, a: 2, b: 3) == 0)
    #expect(IncompleteBeta.regularized(1, a: 2, b: 3) == 1)
    #expect(IncompleteBeta.quantile(0, a: 2, b: 3) == 0)
    #expect(IncompleteBeta.quantile(1, a: 2, b: 3) == 1)
  }

  @Test func `shapes of a million still have an answer`() {
    // Symmetric, so one half; and a closed form, 1 − (1 − x)ᵇ.
    #expect(agree(IncompleteBeta.regularized(0.5, a: 1e6, b: 1e6), 0.5, within: 1e-12))
    #expect(
      agree(IncompleteBeta.regularized(1e-6, a: 1, b: 1e6), 0.632_120_742_768_354_8, within: 1e-12))
  }

  @Test func `refuses what is no probability and no shape`() async {
    await #expect(processExitsWith: .failure) {
      _ = IncompleteBeta.regularized(1.1, a: 1, b: 1)
    }
    await #expect(processExitsWith: .failure) {
      _ = IncompleteBeta.regularized(0.5, a: 0, b: 1)
    }
  }
}
