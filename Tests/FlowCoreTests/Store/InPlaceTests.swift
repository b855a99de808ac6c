import FlowCore
import FlowTestSupport
import Testing

struct `Writes in place` {
  @Test func `flow never copies a buffer`() {
    let store = Store(initialState: Located(), reducer: LocatedReducer())
    for action in 0..<100 { store.send(action) }
    #expect(store.state.bufferCount == 1)
  }

  @Test func `flow never copies a buffer while its slices are observed`() {
    let store = Store(initialState: Located(), reducer: LocatedReducer())
    let scope = store.scope(state: { $0.items }, action: .whole)
    let subscription = scope.subscribe(to: { $0.count }) { _ in }
    for action in 0..<100 { scope.send(action) }
    withExtendedLifetime(subscription) {}
    #expect(store.state.bufferCount == 1)
  }
}
