import FlowCore
import Testing

private struct Counter: Equatable {
  var count = 0
}

/// Describes its own store while it reduces.
private struct DescribingReducer: Reducer {
  final class Notes {
    var store: Any?
    var text = ""
  }

  let notes = Notes()

  func reduce(into state: inout Counter, action: Int) -> Effect<Int> {
    state.count += action
    if let store = notes.store { notes.text = dumped(store) }
    return .none
  }
}

private func dumped(_ store: Any) -> String {
  var text = ""
  dump(store, to: &text)
  return text
}

struct `The description of a store` {
  @Test func `has its state`() {
    let store = Store(initialState: Counter(), reducer: DescribingReducer())
    store.send(7)
    #expect(dumped(store).contains("count: 7"))
    #expect(dumped(store.scope()).contains("count: 7"))
  }

  @Test func `has no state while the reducer changes it`() {
    let reducer = DescribingReducer()
    let store = Store(initialState: Counter(), reducer: reducer)
    reducer.notes.store = store
    store.send(7)
    reducer.notes.store = nil
    #expect(reducer.notes.text.contains("Store<"))
    #expect(!reducer.notes.text.contains("count"))
  }
}
