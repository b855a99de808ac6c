public import Workloads

/// Accepts a store or a child of one module, and creates one for each copy.
@usableFromInline
struct CopiesStoreBuilder<Outer: StoreBuilder, Base: LeafFeature>: StoreBuilder, ChildStoreBuilder
where Outer.F == Copies<Base> {
  @usableFromInline typealias F = Base
  @usableFromInline typealias Whole = Copies<Base>
  @usableFromInline typealias Module = Base

  @usableFromInline let outer: Outer
  @usableFromInline let depth: Int

  @inlinable
  init(_ outer: Outer, depth: Int) {
    self.outer = outer
    self.depth = depth
  }

  @inlinable
  func makeStore<S: SynchronousStore>(
    _ make: @escaping @MainActor (Base) -> S
  ) -> Outer.Built where S.F == Base {
    outer.makeStore { whole in PerFeature((0..<whole.count).map { _ in make(whole.base) }) }
  }

  @inlinable
  func makeIsolatedStore<S: SynchronousStore & SendableMetatype>(
    _ make: @escaping @Sendable (Base, isolated any Actor) -> S
  ) -> Outer.Built where S.F == Base {
    outer.makeIsolatedStore { whole, actor in
      var stores: [S] = []
      for _ in 0..<whole.count { stores.append(make(whole.base, actor)) }
      return PerFeature(stores)
    }
  }

  @inlinable
  func makeStore<S: SuspendingStore>(
    _ make: @escaping @MainActor (Base) -> S
  ) -> Outer.Built where S.F == Base {
    outer.makeStore { whole in SuspendingPerFeature((0..<whole.count).map { _ in make(whole.base) })
    }
  }

  @inlinable
  func makeStore<S: ConcurrentStore>(
    _ make: @escaping @MainActor (Base) -> S
  ) -> Outer.Built where S.F == Base {
    outer.makeStore { whole in SuspendingPerFeature((0..<whole.count).map { _ in make(whole.base) })
    }
  }

  @inlinable
  func makeStore<P, C: SynchronousStore>(
    parent: @escaping @MainActor (Whole) -> P,
    child: @escaping @MainActor (P, ChildPart<Whole, Base>) -> C
  ) -> Outer.Built where C.F == Base {
    outer.makeStore { [depth] whole in
      let owner = parent(whole)
      let children = (0..<whole.count).map { child(owner, whole.part($0, depth: depth)) }
      return PerFeature(children, owner: owner)
    }
  }

  @inlinable
  func makeStore<P, C: SuspendingStore>(
    parent: @escaping @MainActor (Whole) -> P,
    child: @escaping @MainActor (P, ChildPart<Whole, Base>) -> C
  ) -> Outer.Built where C.F == Base {
    outer.makeStore { [depth] whole in
      let owner = parent(whole)
      let children = (0..<whole.count).map { child(owner, whole.part($0, depth: depth)) }
      return SuspendingPerFeature(children)
    }
  }
}

extension Copies {
  /// Returns the position of one copy.
  @inlinable
  func part(_ copy: Int, depth: Int) -> ChildPart<Self, Base> {
    ChildPart(
      module: base, copy: copy, depth: depth, copies: nil, state: { $0.features[copy] },
      action: .whole)
  }
}
