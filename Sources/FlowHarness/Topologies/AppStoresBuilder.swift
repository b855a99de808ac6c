public import Workloads

/// Builds the app's store from the stores of each kind of module.
@MainActor
@usableFromInline
struct AppStoresBuilder<Source: ModuleStoreSource, Outer: StoreBuilder<AppFeature>> {
  @usableFromInline let source: Source
  @usableFromInline let outer: Outer
  /// The number of scopes between the parent and its children.
  @usableFromInline let depth: Int
  @usableFromInline var makers = KindMakers<Any>()

  @inlinable
  init(_ source: Source, depth: Int, with outer: Outer) {
    self.source = source
    self.outer = outer
    self.depth = depth
  }

  /// Creates the app's store; the first kind determines how it is driven.
  @inlinable
  func makeStore() -> Outer.Built? { makeStore(TimerStep.self) }

  /// Creates the stores of one kind.
  @inlinable
  func makeStore<Step: KindStep<Source, Outer>>(_ step: Step.Type) -> Outer.Built? {
    source.makeStore(with: KindStoreBuilder<Step>(self)) ?? nil
  }

  /// Creates the app's store, whose stores suspend.
  ///
  /// - Parameter model: The type of the first kind's stores.
  @inlinable
  func makeSuspendingStore<S: SuspendingStore>(like model: S.Type) -> Outer.Built? {
    guard let makers = suspendingMakers() else { return nil }
    return outer.makeStore { SuspendingAppStores($0, makers.stores(of: $0), like: model) }
  }

  /// Creates the app's store, whose stores any executor may call.
  @inlinable
  func makeConcurrentStore() -> Outer.Built? {
    guard let makers = suspendingMakers() else { return nil }
    return outer.makeStore { ConcurrentAppStores($0, concurrent: makers.stores(of: $0)) }
  }

  @inlinable
  func suspendingMakers() -> KindMakers<any SuspendingStore<AppFeature>>? {
    var kinds = SuspendingKinds(source, depth: depth)
    AppFeature.visitParts(&kinds)
    return kinds.makers
  }
}

/// The closures that make the stores of each kind.
@MainActor
@usableFromInline
struct KindMakers<Stores> {
  @usableFromInline typealias Maker = @MainActor (AppFeature, _ parent: Any?) -> Stores

  /// Makes the parent of the stores; `nil` if they are independent.
  private var parent: (@MainActor (AppFeature) -> Any)?
  private var makers: [Maker] = []

  @usableFromInline
  init() {}

  /// Returns the makers with those of the next kind.
  ///
  /// - Parameter parent: Makes the parent. Only the maker of the first kind is used, because the
  ///   type of the parent is the same for all kinds of a design.
  @usableFromInline
  func adding(parent: (@MainActor (AppFeature) -> Any)? = nil, _ maker: @escaping Maker) -> Self {
    var more = self
    more.parent = self.parent ?? parent
    more.makers.append(maker)
    return more
  }

  /// Makes the stores of each kind, in the order of the kinds.
  @usableFromInline
  func stores(of app: AppFeature) -> [Stores] {
    let parent = parent?(app)
    return makers.map { $0(app, parent) }
  }
}
