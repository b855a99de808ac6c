import Measurement
import Testing

struct FairnessTests {
  @Test func `is 1 when all have the same`() {
    #expect(Fairness.jain([5]) == 1)
    #expect(Fairness.jain([2, 2, 2, 2]) == 1)
  }

  @Test func `is 1 of n when one has all`() {
    #expect(Fairness.jain([8, 0, 0, 0]) == 0.25)
  }

  // (1 + 3)² / (2 · (1 + 9))
  @Test func `lies between for what lies between`() {
    #expect(Fairness.jain([1, 3]) == 0.8)
  }

  @Test func `is unknown where nothing was shared out`() {
    #expect(Fairness.jain([]) == nil)
    #expect(Fairness.jain([0, 0]) == nil)
  }
}
