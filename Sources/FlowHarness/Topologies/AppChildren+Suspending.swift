public import Workloads

// As in `AppChildren`, of children that suspend.

/// The next kind, after those that `made` makes with their parent.
@MainActor
@usableFromInline
struct NextSuspendingChildren<
  D: StoreDesign, Outer: StoreSocket, A0: SuspendingKindStores, A1: SuspendingKindStores,
  A2: SuspendingKindStores, A3: SuspendingKindStores, A4: SuspendingKindStores,
  A5: SuspendingKindStores, A6: SuspendingKindStores, A7: SuspendingKindStores
>: @MainActor AppKindFolder
where
  Outer.F: AppOfModules, A0.App == Outer.F, A1.App == Outer.F, A2.App == Outer.F, A3.App == Outer.F,
  A4.App == Outer.F, A5.App == Outer.F, A6.App == Outer.F, A7.App == Outer.F
{
  @usableFromInline typealias App = Outer.F

  @usableFromInline let design: D
  @usableFromInline let socket: Outer
  @usableFromInline let depth: Int
  @usableFromInline let made: KindMakers<App>

  @inlinable
  init(_ design: D, _ socket: Outer, depth: Int, made: KindMakers<App>) {
    self.design = design
    self.socket = socket
    self.depth = depth
    self.made = made
  }

  @inlinable
  func fold<P: AppPart, Tail: AppKindList>(
    _ part: P.Type, then tail: Tail.Type
  ) -> Outer.Plugged?
  where
    P.App == App, Tail.App == App, P.Module: LeafFeature, P.Module.Several == Copies<P.Module>
  {
    design.plugChildren(
      into: SuspendingKindChildSocket<D, Outer, P, Tail, A0, A1, A2, A3, A4, A5, A6, A7>(self))
      ?? nil
  }

  @inlinable
  func end() -> Outer.Plugged? {
    let made = made
    return socket.plug {
      SuspendingAppStores<A0, A1, A2, A3, A4, A5, A6, A7>($0, made.stores(of: $0))
    }
  }
}

/// Takes what makes a child of the next kind, and goes on.
@usableFromInline
struct SuspendingKindChildSocket<
  D: StoreDesign, Outer: StoreSocket, P: AppPart, Tail: AppKindList, A0: SuspendingKindStores,
  A1: SuspendingKindStores, A2: SuspendingKindStores, A3: SuspendingKindStores,
  A4: SuspendingKindStores, A5: SuspendingKindStores, A6: SuspendingKindStores,
  A7: SuspendingKindStores
>: ChildSocket
where
  Outer.F: AppOfModules, A0.App == Outer.F, A1.App == Outer.F, A2.App == Outer.F, A3.App == Outer.F,
  A4.App == Outer.F, A5.App == Outer.F, A6.App == Outer.F, A7.App == Outer.F, P.App == Outer.F,
  Tail.App == Outer.F, P.Module: LeafFeature,
  P.Module.Several == Copies<P.Module>
{
  @usableFromInline typealias Whole = Outer.F
  @usableFromInline typealias Module = P.Module

  @usableFromInline let next: NextSuspendingChildren<D, Outer, A0, A1, A2, A3, A4, A5, A6, A7>

  @inlinable
  init(_ next: NextSuspendingChildren<D, Outer, A0, A1, A2, A3, A4, A5, A6, A7>) {
    self.next = next
  }

  @inlinable
  func plug<Q, C: SuspendingStore>(
    parent: @escaping @MainActor (Whole) -> Q,
    child: @escaping @MainActor (Q, ChildPart<Whole, Module>) -> C
  ) -> Outer.Plugged? where C.F == Module {
    let (made, depth) = (next.made, next.depth)
    return Tail.fold(
      NextSuspendingChildren<
        D, Outer, KindStores<P, SuspendingPerFeature<C>>, A0, A1, A2, A3, A4, A5, A6
      >(
        next.design, next.socket, depth: depth,
        made: made.adding { app, owner in
          KindStores(
            P.self,
            SuspendingPerFeature(P.children(of: app, owner: owner, depth: depth, child)))
        }))
  }

  /// All kinds of one app are driven in one way.
  @inlinable
  func plug<Q, C: SynchronousStore>(
    parent: @escaping @MainActor (Whole) -> Q,
    child: @escaping @MainActor (Q, ChildPart<Whole, Module>) -> C
  ) -> Outer.Plugged? where C.F == Module { nil }
}
