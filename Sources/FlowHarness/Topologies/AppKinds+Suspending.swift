public import Workloads

// As in `AppKinds`, of stores that suspend, and of stores that any executor may call.

/// The next kind, after those that `made` makes.
@MainActor
@usableFromInline
struct NextSuspendingKind<
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
  @usableFromInline let made: KindMakers<App>

  @inlinable
  init(
    _ design: D, _ socket: Outer,
    made: KindMakers<App>
  ) {
    self.design = design
    self.socket = socket
    self.made = made
  }

  @inlinable
  func fold<P: AppPart, Tail: AppKindList>(
    _ part: P.Type, then tail: Tail.Type
  ) -> Outer.Plugged?
  where
    P.App == App, Tail.App == App, P.Module: LeafFeature, P.Module.Several == Copies<P.Module>
  {
    design.plug(into: SuspendingKindSocket<D, Outer, P, Tail, A0, A1, A2, A3, A4, A5, A6, A7>(self))
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

/// Takes what makes a store of the next kind, and goes on.
@usableFromInline
struct SuspendingKindSocket<
  D: StoreDesign, Outer: StoreSocket, P: AppPart, Tail: AppKindList, A0: SuspendingKindStores,
  A1: SuspendingKindStores, A2: SuspendingKindStores, A3: SuspendingKindStores,
  A4: SuspendingKindStores, A5: SuspendingKindStores, A6: SuspendingKindStores,
  A7: SuspendingKindStores
>: StoreSocket
where
  Outer.F: AppOfModules, A0.App == Outer.F, A1.App == Outer.F, A2.App == Outer.F, A3.App == Outer.F,
  A4.App == Outer.F, A5.App == Outer.F, A6.App == Outer.F, A7.App == Outer.F, P.App == Outer.F,
  Tail.App == Outer.F, P.Module: LeafFeature,
  P.Module.Several == Copies<P.Module>
{
  @usableFromInline typealias F = P.Module

  @usableFromInline let next: NextSuspendingKind<D, Outer, A0, A1, A2, A3, A4, A5, A6, A7>

  @inlinable
  init(_ next: NextSuspendingKind<D, Outer, A0, A1, A2, A3, A4, A5, A6, A7>) { self.next = next }

  @inlinable
  func plug<S: SuspendingStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> Outer.Plugged? where S.F == F {
    let made = next.made
    return Tail.fold(
      NextSuspendingKind<
        D, Outer, KindStores<P, SuspendingPerFeature<S>>, A0, A1, A2, A3, A4, A5, A6
      >(
        next.design, next.socket,
        made: made.adding { app, _ in
          KindStores(P.self, suspendingStorePerModule(P.modules(of: app), make))
        }))
  }

  /// All kinds of one app are driven in one way.
  @inlinable
  func plug<S: SynchronousStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> Outer.Plugged? where S.F == F { nil }

  /// All kinds of one app are driven in one way.
  @inlinable
  func plug<S: ConcurrentStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> Outer.Plugged? where S.F == F { nil }
}

/// The next kind, after those that `made` makes.
@MainActor
@usableFromInline
struct NextConcurrentKind<
  D: StoreDesign, Outer: StoreSocket, A0: ConcurrentKindStores, A1: ConcurrentKindStores,
  A2: ConcurrentKindStores, A3: ConcurrentKindStores, A4: ConcurrentKindStores,
  A5: ConcurrentKindStores, A6: ConcurrentKindStores, A7: ConcurrentKindStores
>: @MainActor AppKindFolder
where
  Outer.F: AppOfModules, A0.App == Outer.F, A1.App == Outer.F, A2.App == Outer.F, A3.App == Outer.F,
  A4.App == Outer.F, A5.App == Outer.F, A6.App == Outer.F, A7.App == Outer.F
{
  @usableFromInline typealias App = Outer.F

  @usableFromInline let design: D
  @usableFromInline let socket: Outer
  @usableFromInline let made: KindMakers<App>

  @inlinable
  init(
    _ design: D, _ socket: Outer,
    made: KindMakers<App>
  ) {
    self.design = design
    self.socket = socket
    self.made = made
  }

  @inlinable
  func fold<P: AppPart, Tail: AppKindList>(
    _ part: P.Type, then tail: Tail.Type
  ) -> Outer.Plugged?
  where
    P.App == App, Tail.App == App, P.Module: LeafFeature, P.Module.Several == Copies<P.Module>
  {
    design.plug(into: ConcurrentKindSocket<D, Outer, P, Tail, A0, A1, A2, A3, A4, A5, A6, A7>(self))
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

/// Takes what makes a store of the next kind, and goes on.
@usableFromInline
struct ConcurrentKindSocket<
  D: StoreDesign, Outer: StoreSocket, P: AppPart, Tail: AppKindList, A0: ConcurrentKindStores,
  A1: ConcurrentKindStores, A2: ConcurrentKindStores, A3: ConcurrentKindStores,
  A4: ConcurrentKindStores, A5: ConcurrentKindStores, A6: ConcurrentKindStores,
  A7: ConcurrentKindStores
>: StoreSocket
where
  Outer.F: AppOfModules, A0.App == Outer.F, A1.App == Outer.F, A2.App == Outer.F, A3.App == Outer.F,
  A4.App == Outer.F, A5.App == Outer.F, A6.App == Outer.F, A7.App == Outer.F, P.App == Outer.F,
  Tail.App == Outer.F, P.Module: LeafFeature,
  P.Module.Several == Copies<P.Module>
{
  @usableFromInline typealias F = P.Module

  @usableFromInline let next: NextConcurrentKind<D, Outer, A0, A1, A2, A3, A4, A5, A6, A7>

  @inlinable
  init(_ next: NextConcurrentKind<D, Outer, A0, A1, A2, A3, A4, A5, A6, A7>) { self.next = next }

  @inlinable
  func plug<S: ConcurrentStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> Outer.Plugged? where S.F == F {
    let made = next.made
    return Tail.fold(
      NextConcurrentKind<
        D, Outer, KindStores<P, SuspendingPerFeature<S>>, A0, A1, A2, A3, A4, A5, A6
      >(
        next.design, next.socket,
        made: made.adding { app, _ in
          KindStores(P.self, suspendingStorePerModule(P.modules(of: app), make))
        }))
  }

  /// All kinds of one app are driven in one way.
  @inlinable
  func plug<S: SynchronousStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> Outer.Plugged? where S.F == F { nil }

  /// All kinds of one app are driven in one way.
  @inlinable
  func plug<S: SuspendingStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> Outer.Plugged? where S.F == F { nil }
}
