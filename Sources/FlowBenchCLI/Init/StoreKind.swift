/// A kind of store that a new package can begin with: how it is driven.
enum StoreKind: String, CaseIterable {
  case value
  case `class`
  case actor
  case mainActor = "main-actor"
  case async

  /// What it is, in a few words.
  var summary: String {
    switch self {
    case .value: "a store that is a value"
    case .class: "a store that is a class with observers"
    case .actor: "a store that is an actor"
    case .mainActor: "an observable store of the main actor"
    case .async: "an observable store whose sender awaits the effects"
    }
  }

  /// The store, as an app would have it.
  var store: String {
    switch self {
    case .value: Self.valueStore
    case .class: Self.classStore
    case .actor: Self.actorStore
    case .mainActor: Self.mainActorStore
    case .async: Self.asyncStore
    }
  }

  /// The adapter and the design around it.
  ///
  /// - Parameter id: The design's id.
  func adapter(id: String) -> String {
    let text =
      switch self {
      case .value: Self.valueAdapter
      case .class: Self.classAdapter
      case .actor: Self.actorAdapter
      case .mainActor: Self.mainActorAdapter
      case .async: Self.asyncAdapter
      }
    return text.replacing("DESIGN-ID", with: id).replacing("SUMMARY", with: summary)
  }
}
