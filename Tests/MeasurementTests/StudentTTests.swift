import Testing

@testable import Measurement

@Suite struct StudentTTests {
  @Test(arguments: StatisticsVectors.known.student)
  func `Student's distribution agrees with SciPy`(vector: StudentVector) {
    let student = StudentT(degreesOfFreedom: vector.degrees)
    #expect(agree(student.cumulative(vector.t), vector.p))
    #expect(agree(student.quantile(vector.p), vector.t))
  }

  @Test func `Student's distribution is symmetric around 0`() {
    let student = StudentT(degreesOfFreedom: 7)
    #expect(student.cumulative(0) == 0.5)
    #expect(student.quantile(0.5) == 0)
    #expect(agree(student.quantile(0.975), -student.quantile(0.025), within: 1e-13))
    #expect(student.cumulative(2) + student.cumulative(-2) == 1)
    #expect(student.cumulative(.infinity) == 1)
    #expect(student.cumulative(-.infinity) == 0)
  }

  @Test func `a probability of 1 and 0 degrees of freedom are refused`() async {
    await #expect(processExitsWith: .failure) {
      _ = StudentT(degreesOfFreedom: 3).quantile(1)
    }
    await #expect(processExitsWith: .failure) { _ = StudentT(degreesOfFreedom: 0) }
  }
}

@Suite struct IncompleteBetaTests {
  @Test(arguments: StatisticsVectors.known.beta)
  func `the incomplete beta function agrees with SciPy`(vector: BetaVector) {
    let value = IncompleteBeta.regularized(vector.x, a: vector.a, b: vector.b)
    #expect(agree(value, vector.value))
  }

  @Test func `the ends are 0 and 1`() {
    #expect(IncompleteBeta.regularized(0, a: 2, b: 3) == 0)
    #expect(IncompleteBeta.regularized(1, a: 2, b: 3) == 1)
  }

  @Test func `shapes of a million keep their precision`() {
    // Symmetric, so one half; and a closed form, 1 − (1 − x)ᵇ.
    #expect(agree(IncompleteBeta.regularized(0.5, a: 1e6, b: 1e6), 0.5, within: 1e-12))
    #expect(
      agree(IncompleteBeta.regularized(1e-6, a: 1, b: 1e6), 0.632_120_742_768_354_8, within: 1e-12))
  }

  @Test func `arguments out of range are refused`() async {
    await #expect(processExitsWith: .failure) {
      _ = IncompleteBeta.regularized(1.1, a: 1, b: 1)
    }
    await #expect(processExitsWith: .failure) {
      _ = IncompleteBeta.regularized(0.5, a: 0, b: 1)
    }
  }
}
