public import Workloads

/// Builds the app's store from the stores of each kind of module.
@MainActor
@usableFromInline
struct AppStoresBuilder<Source: ModuleStoreSource, Outer: StoreSocket<AppFeature>> {
  @usableFromInline let source: Source
  @usableFromInline let outer: Outer
  /// The number of scopes between the parent and its children.
  @usableFromInline let depth: Int
  @usableFromInline var makers = KindMakers<Any>()

  @inlinable
  init(_ source: Source, depth: Int, into outer: Outer) {
    self.source = source
    self.outer = outer
    self.depth = depth
  }

  /// Plugs in the app's store; the first kind determines how it is driven.
  @inlinable
  func plug() -> Outer.Plugged? { plug(TimerStep.self) }

  /// Plugs in the stores of one kind.
  @inlinable
  func plug<Step: KindStep<Source, Outer>>(_ step: Step.Type) -> Outer.Plugged? {
    source.plug(into: KindSocket<Step>(self)) ?? nil
  }

  /// Plugs in the app's store, whose stores suspend.
  ///
  /// - Parameter model: The type of the first kind's stores.
  @inlinable
  func plugSuspending<S: SuspendingStore>(like model: S.Type) -> Outer.Plugged? {
    guard let makers = suspendingMakers() else { return nil }
    return outer.plug { SuspendingAppStores($0, makers.stores(of: $0), like: model) }
  }

  /// Plugs in the app's store, whose stores any executor may call.
  @inlinable
  func plugConcurrent() -> Outer.Plugged? {
    guard let makers = suspendingMakers() else { return nil }
    return outer.plug { ConcurrentAppStores($0, concurrent: makers.stores(of: $0)) }
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
