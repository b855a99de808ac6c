import FlowCore
import FlowCosts
import FlowTrace
import Foundation
import Observation

struct AppState: Equatable, Codable { var count = 0 }
enum AppAction: Equatable, Codable { case add(Int) }
struct AppReducer: Reducer {
  func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> { .none }
}

let url = URL(filePath: "/tmp/none")
let seed: UInt64 = 1

// The app of the page on cost tests.
struct Item: Equatable { var count = 0 }
enum CartAction: Sendable { case add(Int), search(String) }
@Observable final class CartStore {
  var items: [Item]
  var total = 0
  var note = ""
  init(rows: Int) { items = Array(repeating: Item(), count: rows) }
  func send(_ action: CartAction) {}
}
actor CartActor {
  init(rows: Int) {}
  func send(_ action: CartAction) {}
}
nonisolated(unsafe) let cart = MeasuredStore {
  CartStore(rows: $0)
} send: { (store: inout CartStore, action: CartAction) in
  store.send(action)
}
nonisolated(unsafe) let cost = try! cart.cost(of: .add(1))
