public import Workloads

/// Accepts a store of several copies, and creates several stores that share all copies.
@usableFromInline
struct GroupedStoreBuilder<Outer: StoreBuilder>: StoreBuilder where Outer.F: Splittable {
  @usableFromInline typealias F = Outer.F

  @usableFromInline let outer: Outer
  @usableFromInline let groups: Int

  @inlinable
  init(_ outer: Outer, groups: Int) {
    self.outer = outer
    self.groups = groups
  }

  @inlinable
  func makeStore<S: SynchronousStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> Outer.Built where S.F == F {
    outer.makeStore { [groups] whole in Grouped(whole, groups: groups, make: { make($0) }) }
  }

  @inlinable
  func makeIsolatedStore<S: SynchronousStore & SendableMetatype>(
    _ make: @escaping @Sendable (F, isolated any Actor) -> S
  ) -> Outer.Built where S.F == F {
    outer.makeIsolatedStore { [groups] whole, actor in
      Grouped(whole, groups: groups, make: { make($0, actor) })
    }
  }

  @inlinable
  func makeStore<S: SuspendingStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> Outer.Built where S.F == F {
    outer.makeStore { [groups] whole in SuspendingGrouped(whole, groups: groups, make: { make($0) })
    }
  }

  @inlinable
  func makeStore<S: ConcurrentStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> Outer.Built where S.F == F {
    outer.makeStore { [groups] whole in SuspendingGrouped(whole, groups: groups, make: { make($0) })
    }
  }
}
