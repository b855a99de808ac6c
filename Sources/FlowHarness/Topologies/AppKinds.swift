public import Workloads

// A store for each feature of an app of several kinds. Each kind's stores have a type of their own,
// which a design tells by plugging in; so the kinds are gone through one after the other, and each
// adds its stores at the head of the list of types (`AppStores`).

// Not inlined: each kind's maker calls that of the kinds before it, and inlined into one another they
// would be compiled seven times.

/// A store for each copy of a module.
@inlinable
@inline(never)
@MainActor
func storePerModule<S: SynchronousStore>(
  _ modules: Copies<S.F>, _ make: @MainActor (S.F) -> S
) -> PerFeature<S> {
  PerFeature((0..<modules.count).map { _ in make(modules.base) })
}

/// The same of stores that suspend.
@inlinable
@inline(never)
@MainActor
func suspendingStorePerModule<S: SuspendingStore>(
  _ modules: Copies<S.F>, _ make: @MainActor (S.F) -> S
) -> SuspendingPerFeature<S> {
  SuspendingPerFeature((0..<modules.count).map { _ in make(modules.base) })
}

/// The first kind of an app, which decides how all of them are driven.
@MainActor
@usableFromInline
struct FirstKind<D: StoreDesign, Outer: StoreSocket>: @MainActor AppKindFolder
where Outer.F: AppOfModules {
  @usableFromInline typealias App = Outer.F

  @usableFromInline let design: D
  @usableFromInline let socket: Outer

  @inlinable
  init(_ design: D, _ socket: Outer) {
    self.design = design
    self.socket = socket
  }

  @inlinable
  func fold<P: AppPart, Tail: AppKindList>(
    _ part: P.Type, then tail: Tail.Type
  ) -> Outer.Plugged?
  where
    P.App == App, Tail.App == App, P.Module: LeafFeature, P.Module.Several == Copies<P.Module>
  {
    design.plug(into: FirstKindSocket<D, Outer, P, Tail>(design, socket)) ?? nil
  }

  /// An app without modules.
  @inlinable
  func end() -> Outer.Plugged? { nil }
}

@usableFromInline
struct FirstKindSocket<
  D: StoreDesign, Outer: StoreSocket, P: AppPart, Tail: AppKindList
>: StoreSocket
where
  Outer.F: AppOfModules, P.App == Outer.F, Tail.App == Outer.F, P.Module: LeafFeature,
  P.Module.Several == Copies<P.Module>
{
  @usableFromInline typealias F = P.Module
  @usableFromInline typealias NoKind = NoKindStores<Outer.F>

  @usableFromInline let design: D
  @usableFromInline let socket: Outer

  @inlinable
  init(_ design: D, _ socket: Outer) {
    self.design = design
    self.socket = socket
  }

  @inlinable
  func plug<S: SynchronousStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> Outer.Plugged? where S.F == F {
    KindSocket<D, Outer, P, Tail, NoKind, NoKind, NoKind, NoKind, NoKind, NoKind, NoKind, NoKind>(
      NextKind(design, socket, made: KindMakers())
    ).plug(make)
  }

  @inlinable
  func plug<S: SuspendingStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> Outer.Plugged? where S.F == F {
    SuspendingKindSocket<
      D, Outer, P, Tail, NoKind, NoKind, NoKind, NoKind, NoKind, NoKind, NoKind, NoKind
    >(
      NextSuspendingKind(design, socket, made: KindMakers())
    ).plug(make)
  }

  @inlinable
  func plug<S: ConcurrentStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> Outer.Plugged? where S.F == F {
    ConcurrentKindSocket<
      D, Outer, P, Tail, NoKind, NoKind, NoKind, NoKind, NoKind, NoKind, NoKind, NoKind
    >(
      NextConcurrentKind(design, socket, made: KindMakers())
    ).plug(make)
  }
}

/// The next kind, after those that `made` makes.
@MainActor
@usableFromInline
struct NextKind<
  D: StoreDesign, Outer: StoreSocket, A0: SynchronousKindStores, A1: SynchronousKindStores,
  A2: SynchronousKindStores, A3: SynchronousKindStores, A4: SynchronousKindStores,
  A5: SynchronousKindStores, A6: SynchronousKindStores, A7: SynchronousKindStores
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
    design.plug(into: KindSocket<D, Outer, P, Tail, A0, A1, A2, A3, A4, A5, A6, A7>(self)) ?? nil
  }

  @inlinable
  func end() -> Outer.Plugged? {
    let made = made
    return socket.plug { AppStores<A0, A1, A2, A3, A4, A5, A6, A7>($0, made.stores(of: $0)) }
  }
}

/// Takes what makes a store of the next kind, and goes on.
@usableFromInline
struct KindSocket<
  D: StoreDesign, Outer: StoreSocket, P: AppPart, Tail: AppKindList, A0: SynchronousKindStores,
  A1: SynchronousKindStores, A2: SynchronousKindStores, A3: SynchronousKindStores,
  A4: SynchronousKindStores, A5: SynchronousKindStores, A6: SynchronousKindStores,
  A7: SynchronousKindStores
>: StoreSocket
where
  Outer.F: AppOfModules, A0.App == Outer.F, A1.App == Outer.F, A2.App == Outer.F, A3.App == Outer.F,
  A4.App == Outer.F, A5.App == Outer.F, A6.App == Outer.F, A7.App == Outer.F, P.App == Outer.F,
  Tail.App == Outer.F, P.Module: LeafFeature,
  P.Module.Several == Copies<P.Module>
{
  @usableFromInline typealias F = P.Module

  @usableFromInline let next: NextKind<D, Outer, A0, A1, A2, A3, A4, A5, A6, A7>

  @inlinable
  init(_ next: NextKind<D, Outer, A0, A1, A2, A3, A4, A5, A6, A7>) { self.next = next }

  @inlinable
  func plug<S: SynchronousStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> Outer.Plugged? where S.F == F {
    let made = next.made
    return Tail.fold(
      NextKind<D, Outer, KindStores<P, PerFeature<S>>, A0, A1, A2, A3, A4, A5, A6>(
        next.design, next.socket,
        made: made.adding { app, _ in
          KindStores(P.self, storePerModule(P.modules(of: app), make))
        }))
  }

  /// All kinds of one app are driven in one way.
  @inlinable
  func plug<S: SuspendingStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> Outer.Plugged? where S.F == F { nil }

  /// All kinds of one app are driven in one way.
  @inlinable
  func plug<S: ConcurrentStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> Outer.Plugged? where S.F == F { nil }
}
