import Testing
import Workloads

struct ArrivalRecordTests {
  /// Returns the numbers of lost, surplus and reordered actions.
  private func faults(_ numbers: [Int], of sent: Int) -> [Int] {
    var record = ArrivalRecord()
    for number in numbers { record.arrive(number) }
    return [record.lost(of: sent), record.surplus(over: sent), record.reordered]
  }

  @Test func `actions in order have no fault`() {
    #expect(faults([], of: 0) == [0, 0, 0])
    #expect(faults(Array(0..<200), of: 200) == [0, 0, 0])
  }

  @Test func `a lost action is counted at any position`() {
    #expect(faults([1, 2, 3], of: 4) == [1, 0, 0])
    #expect(faults([0, 2, 3], of: 4) == [1, 0, 0])
    #expect(faults([0, 1, 2], of: 4) == [1, 0, 0])
    #expect(faults([], of: 4) == [4, 0, 0])
  }

  @Test func `a duplicate is counted at any position`() {
    #expect(faults([0, 1, 1, 2], of: 3) == [0, 1, 0])
    #expect(faults([0, 1, 2, 0], of: 3) == [0, 1, 0])
    #expect(faults([0, 0, 0], of: 1) == [0, 2, 0])
  }

  @Test func `an action that was not sent is surplus`() {
    #expect(faults([0, 1, 2], of: 2) == [0, 1, 0])
  }

  @Test func `two exchanged actions are one reordered action`() {
    #expect(faults([0, 2, 1, 3], of: 4) == [0, 0, 1])
    #expect(faults([3, 2, 1, 0], of: 4) == [0, 0, 3])
  }

  @Test func `a loss and a duplicate are both counted`() {
    #expect(faults([0, 1, 1, 3], of: 4) == [1, 1, 0])
  }

  @Test func `a duplicate of more than 64 numbers ago counts as reordered`() {
    let most = Array(0..<64)
    #expect(faults(most + [0], of: 64) == [0, 1, 0])
    #expect(faults(most + [64, 0], of: 65) == [0, 1, 1])
    #expect(faults([0, 63, 1], of: 64) == [61, 0, 1])
    #expect(faults([0, 1000, 937, 937], of: 1001) == [998, 1, 1])
  }
}
