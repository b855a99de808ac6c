public import Workloads

/// Accepts a store or a child of a screen, and creates one for each life.
@usableFromInline
struct LifecycleStoreBuilder<Outer: StoreBuilder>: StoreBuilder, ChildStoreBuilder
where Outer.F == LifecycleFeature {
  @usableFromInline typealias F = CounterFeature
  @usableFromInline typealias Whole = Copies<CounterFeature>
  @usableFromInline typealias Module = CounterFeature

  @usableFromInline let outer: Outer
  @usableFromInline let depth: Int

  @inlinable
  init(_ outer: Outer, depth: Int) {
    self.outer = outer
    self.depth = depth
  }

  @inlinable
  func makeStore<S: SynchronousStore>(
    _ make: @escaping @MainActor (CounterFeature) -> S
  ) -> Outer.Built where S.F == CounterFeature {
    lives { stores(of: $0, make) }
  }

  @inlinable
  func makeStore<S: SuspendingStore>(
    _ make: @escaping @MainActor (CounterFeature) -> S
  ) -> Outer.Built where S.F == CounterFeature {
    lives { stores(of: $0, make) }
  }

  @inlinable
  func makeStore<S: ConcurrentStore>(
    _ make: @escaping @MainActor (CounterFeature) -> S
  ) -> Outer.Built where S.F == CounterFeature {
    lives { stores(of: $0, make) }
  }

  @inlinable
  func makeStore<P, C: SynchronousStore>(
    parent: @escaping @MainActor (Whole) -> P,
    child: @escaping @MainActor (P, ChildPart<Whole, CounterFeature>) -> C
  ) -> Outer.Built where C.F == CounterFeature {
    lives { [depth] in children(of: $0, depth: depth, parent, child) }
  }

  @inlinable
  func makeStore<P, C: SuspendingStore>(
    parent: @escaping @MainActor (Whole) -> P,
    child: @escaping @MainActor (P, ChildPart<Whole, CounterFeature>) -> C
  ) -> Outer.Built where C.F == CounterFeature {
    lives { [depth] in children(of: $0, depth: depth, parent, child) }
  }

  /// The objects that exist during all lives, and a closure that creates the store of a screen.
  @usableFromInline
  typealias Screens<S> = @MainActor (LifecycleFeature) -> (others: Any, renew: @MainActor () -> S)

  @inlinable
  func lives<S: SynchronousStore<CounterFeature>>(
    _ screens: @escaping Screens<S>
  ) -> Outer.Built {
    guard S.settles else {
      return outer.makeStore { lives in
        let (others, renew) = screens(lives)
        return LifecycleStores(lives, others: others, renew)
      }
    }
    return outer.makeStore { lives in
      let (others, renew) = screens(lives)
      return SuspendingLifecycleStores(lives, others: others, renew) { screen, action in
        screen.send(action)
        if screen.isBusy { await screen.settle() }
      }
    }
  }

  @inlinable
  func lives<S: SuspendingStore<CounterFeature>>(
    _ screens: @escaping Screens<S>
  ) -> Outer.Built {
    outer.makeStore { lives in
      let (others, renew) = screens(lives)
      return SuspendingLifecycleStores(lives, others: others, renew) { screen, action in
        await screen.send(action)
        await screen.collect()
      }
    }
  }
}

/// Returns the stores of other screens, and a closure that creates the store of one screen.
@MainActor
@inlinable
func stores<S>(
  of lives: LifecycleFeature, _ make: @escaping @MainActor (CounterFeature) -> S
) -> (others: Any, renew: @MainActor () -> S) {
  ((1..<lives.count).map { _ in make(lives.screen) }, { make(lives.screen) })
}

/// Returns the app's store with the children of other screens, and a closure that creates the child of one screen.
@MainActor
@inlinable
func children<P, C>(
  of lives: LifecycleFeature, depth: Int,
  _ parent: @MainActor (Copies<CounterFeature>) -> P,
  _ child: @escaping @MainActor (P, ChildPart<Copies<CounterFeature>, CounterFeature>) -> C
) -> (others: Any, renew: @MainActor () -> C) {
  let app = Copies(lives.screen, count: lives.count)
  let owner = parent(app)
  let others = (1..<lives.count).map { child(owner, app.part($0, depth: depth)) }
  return ((owner, others), { child(owner, app.part(0, depth: depth)) })
}
