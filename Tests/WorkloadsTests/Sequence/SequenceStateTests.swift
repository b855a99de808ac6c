import Testing
import Workloads

struct SequenceStateTests {
  @Test func `the worker and the module of each action are recorded`() {
    var state = SequenceState(workers: 2, copies: 3)
    state.receive(NumberedAction(worker: 1, number: 0, copy: 2))
    state.receive(NumberedAction(worker: 1, number: 1, copy: 0))
    state.receive(NumberedAction(worker: 0, number: 0, copy: 2))
    #expect(state.counts == [1, 0, 2])
    #expect(state.records.map(\.arrived) == [1, 2])
    #expect(state.records.map(\.next) == [1, 2])
  }
}
