public import FlowCore
public import Workloads

/// Accepts a store of one kind of the app's modules, and continues with the next kind.
@usableFromInline
struct KindStoreBuilder<Step: KindStep>: StoreBuilder, ChildStoreBuilder {
  @usableFromInline typealias F = Step.Part.Module
  @usableFromInline typealias Whole = AppFeature
  @usableFromInline typealias Module = Step.Part.Module
  @usableFromInline typealias Built = Step.Outer.Built?

  @usableFromInline let builder: AppStoresBuilder<Step.Source, Step.Outer>

  @inlinable
  init(_ builder: AppStoresBuilder<Step.Source, Step.Outer>) { self.builder = builder }

  @inlinable
  func makeStore<S: SynchronousStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> Built where S.F == F {
    var builder = builder
    builder.makers = builder.makers.adding { app, _ in PerFeature(Step.Part.stores(of: app, make)) }
    return Step.add(PerFeature<S>.self, to: builder)
  }

  @inlinable
  func makeStore<P, C: SynchronousStore>(
    parent: @escaping @MainActor (Whole) -> P,
    child: @escaping @MainActor (P, ChildPart<Whole, Module>) -> C
  ) -> Built where C.F == Module {
    var builder = builder
    builder.makers = builder.makers.adding(parent: parent) { [depth = builder.depth] app, owner in
      PerFeature(Step.Part.children(of: app, owner: owner, depth: depth, child), owner: owner)
    }
    return Step.add(PerFeature<C>.self, to: builder)
  }

  @inlinable
  func makeStore<S: SuspendingStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> Built where S.F == F { builder.makeSuspendingStore(like: S.self) }

  @inlinable
  func makeStore<S: ConcurrentStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> Built where S.F == F { builder.makeConcurrentStore() }

  @inlinable
  func makeStore<P, C: SuspendingStore>(
    parent: @escaping @MainActor (Whole) -> P,
    child: @escaping @MainActor (P, ChildPart<Whole, Module>) -> C
  ) -> Built where C.F == Module { builder.makeSuspendingStore(like: C.self) }
}

/// Accepts a suspending store of one kind of the app's modules.
@usableFromInline
struct SuspendingKindStoreBuilder<Part: AppPart>: StoreBuilder, ChildStoreBuilder
where Part.App == AppFeature {
  @usableFromInline typealias F = Part.Module
  @usableFromInline typealias Whole = AppFeature
  @usableFromInline typealias Module = Part.Module
  @usableFromInline typealias Makers = KindMakers<any SuspendingStore<AppFeature>>
  @usableFromInline typealias Built = Makers?

  /// The makers of the kinds before this one.
  @usableFromInline let makers: Makers
  @usableFromInline let depth: Int

  @inlinable
  init(_ makers: Makers, depth: Int) {
    self.makers = makers
    self.depth = depth
  }

  @inlinable
  func makeStore<S: SuspendingStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> Built where S.F == F {
    makers.adding { app, _ in
      KindStores(Part.self, SuspendingPerFeature(Part.stores(of: app, make)))
    }
  }

  @inlinable
  func makeStore<P, C: SuspendingStore>(
    parent: @escaping @MainActor (Whole) -> P,
    child: @escaping @MainActor (P, ChildPart<Whole, Module>) -> C
  ) -> Built where C.F == Module {
    makers.adding(parent: parent) { [depth] app, owner in
      KindStores(
        Part.self, SuspendingPerFeature(Part.children(of: app, owner: owner, depth: depth, child)))
    }
  }

  /// Returns `nil`, because all kinds of one app are driven in the same way.
  @inlinable
  func makeStore<S: SynchronousStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> Built where S.F == F { nil }

  /// Returns `nil`, because all kinds of one app are driven in the same way.
  @inlinable
  func makeStore<P, C: SynchronousStore>(
    parent: @escaping @MainActor (Whole) -> P,
    child: @escaping @MainActor (P, ChildPart<Whole, Module>) -> C
  ) -> Built where C.F == Module { nil }
}

/// Collects the closures that create the suspending stores of each kind.
@MainActor
@usableFromInline
struct SuspendingKinds<Source: ModuleStoreSource>: @MainActor AppPartVisitor {
  @usableFromInline typealias App = AppFeature

  @usableFromInline let source: Source
  @usableFromInline let depth: Int
  /// The makers so far; `nil` if the source has no suspending store of one of the kinds.
  @usableFromInline var makers: KindMakers<any SuspendingStore<AppFeature>>? = KindMakers()

  @inlinable
  init(_ source: Source, depth: Int) {
    self.source = source
    self.depth = depth
  }

  @inlinable
  mutating func visit<Part: AppPart>(_ part: Part.Type) where Part.App == AppFeature {
    guard let makers else { return }
    self.makers =
      source.makeStore(with: SuspendingKindStoreBuilder<Part>(makers, depth: depth)) ?? nil
  }
}

extension AppPart where App == AppFeature {
  /// Creates one store per module of this kind.
  // Not inlined, so that it is not compiled into the maker of each kind.
  @inlinable
  @inline(never)
  @MainActor
  static func stores<S>(of app: AppFeature, _ make: @MainActor (Module) -> S) -> [S] {
    let modules = modules(of: app)
    return (0..<modules.count).map { _ in make(modules.base) }
  }

  /// Creates a child for each module of this kind.
  // Not inlined, so that it is not compiled into the maker of each kind.
  @inlinable
  @inline(never)
  @MainActor
  static func children<P, C>(
    of app: AppFeature, owner: Any?, depth: Int,
    _ child: @MainActor (P, ChildPart<AppFeature, Module>) -> C
  ) -> [C] {
    guard let parent = owner as? P else {
      preconditionFailure("a design must have one parent for all kinds, got also \(P.self)")
    }
    let modules = modules(of: app)
    return (0..<modules.count).map { copy in
      child(
        parent,
        ChildPart(
          module: modules.base, copy: copy, depth: depth, copies: state,
          state: { value(of: $0).features[copy] },
          // Not `.part(Self.self)`, because the compiler merges the closures of all kinds, which adds
          // 6 instructions to a send.
          action: CasePath({ embed($0) }) { extract($0) }))
    }
  }
}
