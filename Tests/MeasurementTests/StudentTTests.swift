import Testing

@testable import Measurement

@Suite struct StudentTTests {
  @Test(arguments: studentVectors)
  func `agrees with SciPy`(vector: StudentVector) {
    let student = StudentT(degreesOfFreedom: vector.degrees)
    #expect(agree(student.cumulative(vector.t), vector.p))
    #expect(agree(student.quantile(vector.p), vector.t))
  }

  @Test func `is symmetric around 0`() {
    let student = StudentT(degreesOfFreedom: 7)
    #expect(student.cumulative(0) == 0.5)
    #expect(student.quantile(0.5) == 0)
    #expect(agree(student.quantile(0.975), -student.quantile(0.025), within: 1e-13))
    #expect(student.cumulative(2) + student.cumulative(-2) == 1)
    #expect(student.cumulative(.infinity) == 1)
    #expect(student.cumulative(-.infinity) == 0)
  }

  @Test func `refuses probabilities whose value is infinite`() async {
    await #expect(processExitsWith: .failure) {
      _ = StudentT(degreesOfFreedom: 3).quantile(1)
    }
    await #expect(processExitsWith: .failure) { _ = StudentT(degreesOfFreedom: 0) }
  }
}
