/// A shopping cart of an app, whose stores know nothing of FlowBench.
struct Cart: Hashable {
  var amounts: [Int]
  init(rows: Int) { amounts = Array(repeating: 1, count: rows) }
  mutating func reduce(_ action: CartAction) {
    switch action {
    case .add(let amount): amounts[0] &+= amount
    case .sort: amounts.sort(by: >)
    }
  }
}

enum CartAction {
  case add(Int)
  case sort
}

/// A store in place.
struct CartStore {
  private(set) var cart: Cart
  mutating func send(_ action: CartAction) { cart.reduce(action) }
}

/// A class that boxes each action in an array before it reduces.
final class OldCartStore {
  private(set) var store: CartStore
  init(_ store: CartStore) { self.store = store }
  func send(_ action: CartAction) {
    for action in [action] as [Any] { store.send(action as! CartAction) }
  }
}

/// A store that ignores every hundredth action.
final class LosingCartStore {
  private(set) var store: CartStore
  private var sent = 0
  init(_ store: CartStore) { self.store = store }
  func send(_ action: CartAction) {
    sent += 1
    if sent % 100 != 0 { store.send(action) }
  }
}

/// The error of a store.
struct CartError: Error {}
