public import Workloads

/// Takes a store of one module, and plugs in one for each copy.
@usableFromInline
struct PerFeatureSocket<Outer: StoreSocket, Base: LeafFeature>: StoreSocket
where Outer.F == Copies<Base> {
  @usableFromInline typealias F = Base

  @usableFromInline let outer: Outer

  @inlinable
  init(_ outer: Outer) { self.outer = outer }

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
}
