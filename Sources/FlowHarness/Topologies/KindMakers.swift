public import Workloads

/// What makes the stores of an app kind by kind, with their types erased: they are gathered one by
/// one, and only the type of all of them together is compiled.
@MainActor
@usableFromInline
struct KindMakers<App: AppOfModules> {
  @usableFromInline typealias Maker = @MainActor (App, _ owner: Any?) -> any AppKindStores

  /// Makes the store that all are children of; `nil`: they are nobody's.
  private let parent: (@MainActor (App) -> Any)?
  /// What makes each kind's stores, the newest kind first.
  private var makers: [Maker] = []

  /// Nothing yet.
  @usableFromInline
  init(parent: (@MainActor (App) -> Any)? = nil) { self.parent = parent }

  /// The same with one kind more.
  @usableFromInline
  func adding(_ maker: @escaping Maker) -> Self {
    var more = self
    more.makers.insert(maker, at: 0)
    return more
  }

  /// The stores of each kind, the newest kind first.
  @usableFromInline
  func stores(of app: App) -> [any AppKindStores] {
    let owner = parent?(app)
    return makers.map { $0(app, owner) }
  }
}
