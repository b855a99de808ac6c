public import Workloads

// Children of one store of an app of several kinds: as in `AppKinds`, one kind after the other. The
// parent is made once, with the first kind; its type is the same for all kinds of one design.

/// The first kind of an app, which decides how all children are driven.
@MainActor
@usableFromInline
struct FirstChildren<D: StoreDesign, Outer: StoreSocket>: @MainActor AppKindFolder
where Outer.F: AppOfModules {
  @usableFromInline typealias App = Outer.F

  @usableFromInline let design: D
  @usableFromInline let socket: Outer
  @usableFromInline let depth: Int

  @inlinable
  init(_ design: D, _ socket: Outer, depth: Int) {
    self.design = design
    self.socket = socket
    self.depth = depth
  }

  @inlinable
  func fold<P: AppPart, Tail: AppKindList>(
    _ part: P.Type, then tail: Tail.Type
  ) -> Outer.Plugged?
  where
    P.App == App, Tail.App == App, P.Module: LeafFeature, P.Module.Several == Copies<P.Module>
  {
    design.plugChildren(
      into: FirstChildSocket<D, Outer, P, Tail>(design, socket, depth: depth)) ?? nil
  }

  /// An app without modules.
  @inlinable
  func end() -> Outer.Plugged? { nil }
}

@usableFromInline
struct FirstChildSocket<
  D: StoreDesign, Outer: StoreSocket, P: AppPart, Tail: AppKindList
>: ChildSocket
where
  Outer.F: AppOfModules, P.App == Outer.F, Tail.App == Outer.F, P.Module: LeafFeature,
  P.Module.Several == Copies<P.Module>
{
  @usableFromInline typealias Whole = Outer.F
  @usableFromInline typealias Module = P.Module
  @usableFromInline typealias NoKind = NoKindStores<Outer.F>

  @usableFromInline let design: D
  @usableFromInline let socket: Outer
  @usableFromInline let depth: Int

  @inlinable
  init(_ design: D, _ socket: Outer, depth: Int) {
    self.design = design
    self.socket = socket
    self.depth = depth
  }

  @inlinable
  func plug<Q, C: SynchronousStore>(
    parent: @escaping @MainActor (Whole) -> Q,
    child: @escaping @MainActor (Q, ChildPart<Whole, Module>) -> C
  ) -> Outer.Plugged? where C.F == Module {
    KindChildSocket<
      D, Outer, P, Tail, NoKind, NoKind, NoKind, NoKind, NoKind, NoKind, NoKind, NoKind
    >(
      NextChildren(design, socket, depth: depth, made: KindMakers(parent: parent))
    ).plug(parent: parent, child: child)
  }

  @inlinable
  func plug<Q, C: SuspendingStore>(
    parent: @escaping @MainActor (Whole) -> Q,
    child: @escaping @MainActor (Q, ChildPart<Whole, Module>) -> C
  ) -> Outer.Plugged? where C.F == Module {
    SuspendingKindChildSocket<
      D, Outer, P, Tail, NoKind, NoKind, NoKind, NoKind, NoKind, NoKind, NoKind, NoKind
    >(
      NextSuspendingChildren(design, socket, depth: depth, made: KindMakers(parent: parent))
    ).plug(parent: parent, child: child)
  }
}

extension AppPart where Module: LeafFeature, Module.Several == Copies<Module> {
  /// Where one module of this kind lies in the app.
  @inlinable
  static func child(_ copy: Int, of app: App, depth: Int) -> ChildPart<App, Module> {
    ChildPart(
      module: modules(of: app).base, copy: copy, depth: depth, copies: state,
      state: { value(of: $0).features[copy] }, embedCopy: { embed($0) })
  }

  /// A child for each module of this kind.
  // Not inlined: each kind's maker calls that of the kinds before it.
  @inlinable
  @inline(never)
  @MainActor
  static func children<Q, C>(
    of app: App, owner: Any?, depth: Int,
    _ child: @MainActor (Q, ChildPart<App, Module>) -> C
  ) -> [C] {
    guard let parent = owner as? Q else {
      preconditionFailure("a design has one parent for all kinds of modules, got \(Q.self) too")
    }
    return (0..<modules(of: app).count).map {
      child(parent, Self.child($0, of: app, depth: depth))
    }
  }
}

/// The next kind, after those that `made` makes with their parent.
@MainActor
@usableFromInline
struct NextChildren<
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
      into: KindChildSocket<D, Outer, P, Tail, A0, A1, A2, A3, A4, A5, A6, A7>(self)) ?? nil
  }

  @inlinable
  func end() -> Outer.Plugged? {
    let made = made
    return socket.plug { AppStores<A0, A1, A2, A3, A4, A5, A6, A7>($0, made.stores(of: $0)) }
  }
}

/// Takes what makes a child of the next kind, and goes on.
@usableFromInline
struct KindChildSocket<
  D: StoreDesign, Outer: StoreSocket, P: AppPart, Tail: AppKindList, A0: SynchronousKindStores,
  A1: SynchronousKindStores, A2: SynchronousKindStores, A3: SynchronousKindStores,
  A4: SynchronousKindStores, A5: SynchronousKindStores, A6: SynchronousKindStores,
  A7: SynchronousKindStores
>: ChildSocket
where
  Outer.F: AppOfModules, A0.App == Outer.F, A1.App == Outer.F, A2.App == Outer.F, A3.App == Outer.F,
  A4.App == Outer.F, A5.App == Outer.F, A6.App == Outer.F, A7.App == Outer.F, P.App == Outer.F,
  Tail.App == Outer.F, P.Module: LeafFeature,
  P.Module.Several == Copies<P.Module>
{
  @usableFromInline typealias Whole = Outer.F
  @usableFromInline typealias Module = P.Module

  @usableFromInline let next: NextChildren<D, Outer, A0, A1, A2, A3, A4, A5, A6, A7>

  @inlinable
  init(_ next: NextChildren<D, Outer, A0, A1, A2, A3, A4, A5, A6, A7>) { self.next = next }

  @inlinable
  func plug<Q, C: SynchronousStore>(
    parent: @escaping @MainActor (Whole) -> Q,
    child: @escaping @MainActor (Q, ChildPart<Whole, Module>) -> C
  ) -> Outer.Plugged? where C.F == Module {
    let (made, depth) = (next.made, next.depth)
    return Tail.fold(
      NextChildren<D, Outer, KindStores<P, PerFeature<C>>, A0, A1, A2, A3, A4, A5, A6>(
        next.design, next.socket, depth: depth,
        made: made.adding { app, owner in
          KindStores(
            P.self,
            PerFeature(P.children(of: app, owner: owner, depth: depth, child), owner: owner))
        }))
  }

  /// All kinds of one app are driven in one way.
  @inlinable
  func plug<Q, C: SuspendingStore>(
    parent: @escaping @MainActor (Whole) -> Q,
    child: @escaping @MainActor (Q, ChildPart<Whole, Module>) -> C
  ) -> Outer.Plugged? where C.F == Module { nil }
}
