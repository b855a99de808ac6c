public import Workloads

/// Accepts a store of several copies, and plugs in several stores that share all copies.
@usableFromInline
struct GroupedSocket<Outer: StoreSocket>: StoreSocket where Outer.F: Splittable {
  @usableFromInline typealias F = Outer.F

  @usableFromInline let outer: Outer
  @usableFromInline let groups: Int

  @inlinable
  init(_ outer: Outer, groups: Int) {
    self.outer = outer
    self.groups = groups
  }

  @inlinable
  func plug<S: SynchronousStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> Outer.Plugged where S.F == F {
    outer.plug { [groups] whole in Grouped(whole, groups: groups, make: { make($0) }) }
  }

  @inlinable
  func plugAnywhere<S: SynchronousStore & SendableMetatype>(
    _ make: @escaping @Sendable (F, isolated any Actor) -> S
  ) -> Outer.Plugged where S.F == F {
    outer.plugAnywhere { [groups] whole, actor in
      Grouped(whole, groups: groups, make: { make($0, actor) })
    }
  }

  @inlinable
  func plug<S: SuspendingStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> Outer.Plugged where S.F == F {
    outer.plug { [groups] whole in SuspendingGrouped(whole, groups: groups, make: { make($0) }) }
  }

  @inlinable
  func plug<S: ConcurrentStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> Outer.Plugged where S.F == F {
    outer.plug { [groups] whole in SuspendingGrouped(whole, groups: groups, make: { make($0) }) }
  }
}
