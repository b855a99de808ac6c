import FlowBenchCLI
import PublishedDesigns

extension Program {
  /// A correct store.
  @MainActor private static let sound = MeasuredStore {
    CartStore(cart: Cart(rows: $0))
  } send: { (store: inout CartStore, action: CartAction) in
    store.send(action)
  } state: {
    $0.cart
  }

  /// A correct store whose state is not known.
  @MainActor private static let stateless = MeasuredStore {
    CartStore(cart: Cart(rows: $0))
  } send: { (store: inout CartStore, action: CartAction) in
    store.send(action)
  }

  /// A store that loses actions.
  @MainActor private static let losing = MeasuredStore {
    LosingCartStore(CartStore(cart: Cart(rows: $0)))
  } send: { (store: inout LosingCartStore, action: CartAction) in
    store.send(action)
  } state: {
    $0.store.cart
  }

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
    catalogue.add(
      "cart", store: sound, as: fault == .measuredTwice ? "old" : nil,
      actions: actions + (fault == .measuredWithOtherActions ? [.sort] : []))
    catalogue.add("cart", store: losing, as: "losing", actions: actions)
    let bare = MeasuredStore {
      LosingCartStore(CartStore(cart: Cart(rows: 1)))
    } send: {
      $0.send($1)
    }
    catalogue.add("bare", store: bare, actions: [CartAction.add(1)])
    // Sorting a new cart changes nothing.
    catalogue.add("idle", store: sound, as: "losing", actions: [.sort])
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
      catalogue.add("cart", store: stateless, actions: [CartAction.sort])
    }
    let workload = ReducerWorkload("cart", actions: [CartAction.add(1), .sort, .add(-1)]) {
      Cart(rows: $0)
    } reducer: {
      $0.reduce($1)
    }
    catalogue.addPublishedDesigns(for: workload)
    catalogue.add(sound, for: workload, as: "mine")
    catalogue.add(losing, for: workload, as: "losing")
    catalogue.add(stateless, for: workload, as: "bare")
  }
}
