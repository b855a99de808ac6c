import FlowCore
import FlowTestSupport
import Testing

struct `A store ends in the state of a plain fold` {
  @Test(arguments: [1, 2] as [UInt64])
  func `by itself`(seed: UInt64) {
    let actions = ledgerActions(count: 2_000, seed: seed)
    let store = Store(initialState: Ledger(), reducer: LedgerReducer())
    for action in actions { store.send(action) }
    #expect(store.state == fold(actions))
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `through a scope, watched`(seed: UInt64) {
    let actions = ledgerActions(count: 2_000, seed: seed)
    let store = Store(initialState: Ledger(), reducer: LedgerReducer())
    let subscription = store.subscribe(to: { $0.total }) { _ in }
    let scope = store.scope(state: { $0 }, action: { (action: LedgerAction) in action })
    for action in actions { scope.send(action) }
    withExtendedLifetime(subscription) {}
    #expect(scope.state == fold(actions))
  }
}
