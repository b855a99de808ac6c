import Testing
import Workloads

struct ArrivalRecordTests {
  /// What came of `sent` actions when these numbers arrived: lost, too many, reordered.
  private func faults(_ numbers: [Int], of sent: Int) -> [Int] {
    var record = ArrivalRecord()
    for number in numbers { record.arrive(number) }
    return [record.lost(of: sent), record.surplus(over: sent), record.reordered]
  }

  @Test func `what comes once and in order has no fault`() {
    #expect(faults([], of: 0) == [0, 0, 0])
    #expect(faults(Array(0..<200), of: 200) == [0, 0, 0])
  }

  @Test func `a lost action is missed, wherever it was`() {
    #expect(faults([1, 2, 3], of: 4) == [1, 0, 0])
    #expect(faults([0, 2, 3], of: 4) == [1, 0, 0])
    #expect(faults([0, 1, 2], of: 4) == [1, 0, 0])
    #expect(faults([], of: 4) == [4, 0, 0])
  }

  @Test func `an action that comes twice is seen, at once or later`() {
    #expect(faults([0, 1, 1, 2], of: 3) == [0, 1, 0])
    #expect(faults([0, 1, 2, 0], of: 3) == [0, 1, 0])
    #expect(faults([0, 0, 0], of: 1) == [0, 2, 0])
  }

  @Test func `an action that nobody sent is one too many`() {
    #expect(faults([0, 1, 2], of: 2) == [0, 1, 0])
  }

  @Test func `two that change places are one reordered`() {
    #expect(faults([0, 2, 1, 3], of: 4) == [0, 0, 1])
    #expect(faults([3, 2, 1, 0], of: 4) == [0, 0, 3])
  }

  @Test func `a loss does not hide behind a duplicate`() {
    #expect(faults([0, 1, 1, 3], of: 4) == [1, 1, 0])
  }

  @Test func `the last 64 numbers are remembered one by one, earlier ones are only late`() {
    let most = Array(0..<64)
    #expect(faults(most + [0], of: 64) == [0, 1, 0])
    // The 65th pushes the first out of memory: it counts as late.
    #expect(faults(most + [64, 0], of: 65) == [0, 1, 1])
    #expect(faults([0, 63, 1], of: 64) == [61, 0, 1])
    #expect(faults([0, 1000, 937, 937], of: 1001) == [998, 1, 1])
  }
}
