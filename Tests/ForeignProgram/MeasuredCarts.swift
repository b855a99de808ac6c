import FlowBenchCLI
import PublishedDesigns

extension Program {
  /// Adds stores as the tests of an app have them.
  @MainActor
  static func addCarts(to catalogue: inout Catalogue, _ fault: Fault) {
    let actions: [CartAction] = [.add(1), .sort, .add(-1)]
    let old = MeasuredStore {
      OldCartStore(CartStore(cart: Cart(rows: $0)))
    } send: {
      $0.send($1)
    } state: {
      $0.store.cart
    }
    catalogue.add(
      "cart", store: old, as: "old", actions: fault == .measuredWithoutActions ? [] : actions)
    let new = MeasuredStore {
      CartStore(cart: Cart(rows: $0))
    } send: {
      $0.send($1)
    } state: {
      $0.cart
    }
    catalogue.add(
      "cart", store: new, as: fault == .measuredTwice ? "old" : nil,
      actions: actions + (fault == .measuredWithOtherActions ? [.sort] : []))
    let losing = MeasuredStore {
      LosingCartStore(CartStore(cart: Cart(rows: $0)))
    } send: {
      $0.send($1)
    } state: {
      $0.store.cart
    }
    catalogue.add("cart", store: losing, as: "losing", actions: actions)
    let bare = MeasuredStore {
      LosingCartStore(CartStore(cart: Cart(rows: 1)))
    } send: {
      $0.send($1)
    }
    catalogue.add("bare", store: bare, actions: [CartAction.add(1)])
    // Sorting a new cart changes nothing.
    catalogue.add("idle", store: new, as: "losing", actions: [.sort])
    let failing = MeasuredStore {
      guard $0 < 5 else { throw CartError() }
      return CartStore(cart: Cart(rows: $0))
    } send: { (store: inout CartStore, action: CartAction) in
      guard case .add = action else { throw CartError() }
      store.send(action)
    }
    catalogue.add("failing", store: failing, as: "failing", actions: actions)
  }

  /// Adds a reducer for published designs, and stores that do its work or do not.
  @MainActor
  static func addReducedCarts(to catalogue: inout Catalogue, _ fault: Fault) {
    if fault == .reducedLate {
      let store = MeasuredStore {
        CartStore(cart: Cart(rows: $0))
      } send: {
        $0.send($1)
      }
      catalogue.add("cart", store: store, actions: [CartAction.sort])
    }
    let workload = ReducerWorkload("cart", actions: [CartAction.add(1), .sort, .add(-1)]) {
      Cart(rows: $0)
    } reducer: {
      $0.reduce($1)
    }
    catalogue.addPublishedDesigns(for: workload)
    let mine = MeasuredStore {
      CartStore(cart: Cart(rows: $0))
    } send: {
      $0.send($1)
    } state: {
      $0.cart
    }
    catalogue.add(mine, for: workload, as: "mine")
    let losing = MeasuredStore {
      LosingCartStore(CartStore(cart: Cart(rows: $0)))
    } send: {
      $0.send($1)
    } state: {
      $0.store.cart
    }
    catalogue.add(losing, for: workload, as: "losing")
    let bare = MeasuredStore {
      CartStore(cart: Cart(rows: $0))
    } send: {
      $0.send($1)
    }
    catalogue.add(bare, for: workload, as: "bare")
  }
}
