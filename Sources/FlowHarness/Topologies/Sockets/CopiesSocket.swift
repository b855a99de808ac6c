public import Workloads

/// Accepts a store or a child of one module, and plugs in one for each copy.
@usableFromInline
struct CopiesSocket<Outer: StoreSocket, Base: LeafFeature>: StoreSocket, ChildSocket
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
  func plug<S: SynchronousStore>(
    _ make: @escaping @MainActor (Base) -> S
  ) -> Outer.Plugged where S.F == Base {
    outer.plug { whole in PerFeature((0..<whole.count).map { _ in make(whole.base) }) }
  }

  @inlinable
  func plugAnywhere<S: SynchronousStore & SendableMetatype>(
    _ make: @escaping @Sendable (Base, isolated any Actor) -> S
  ) -> Outer.Plugged where S.F == Base {
    outer.plugAnywhere { whole, actor in
      var stores: [S] = []
      for _ in 0..<whole.count { stores.append(make(whole.base, actor)) }
      return PerFeature(stores)
    }
  }

  @inlinable
  func plug<S: SuspendingStore>(
    _ make: @escaping @MainActor (Base) -> S
  ) -> Outer.Plugged where S.F == Base {
    outer.plug { whole in SuspendingPerFeature((0..<whole.count).map { _ in make(whole.base) }) }
  }

  @inlinable
  func plug<S: ConcurrentStore>(
    _ make: @escaping @MainActor (Base) -> S
  ) -> Outer.Plugged where S.F == Base {
    outer.plug { whole in SuspendingPerFeature((0..<whole.count).map { _ in make(whole.base) }) }
  }

  @inlinable
  func plug<P, C: SynchronousStore>(
    parent: @escaping @MainActor (Whole) -> P,
    child: @escaping @MainActor (P, ChildPart<Whole, Base>) -> C
  ) -> Outer.Plugged where C.F == Base {
    outer.plug { [depth] whole in
      let owner = parent(whole)
      let children = (0..<whole.count).map { child(owner, whole.part($0, depth: depth)) }
      return PerFeature(children, owner: owner)
    }
  }

  @inlinable
  func plug<P, C: SuspendingStore>(
    parent: @escaping @MainActor (Whole) -> P,
    child: @escaping @MainActor (P, ChildPart<Whole, Base>) -> C
  ) -> Outer.Plugged where C.F == Base {
    outer.plug { [depth] whole in
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
      embedCopy: { $0 })
  }
}
