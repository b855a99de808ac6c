/// A kind of store that a new package can start with.
enum StoreKind: String, CaseIterable {
  case value
  case `class`
  case actor
  case mainActor = "main-actor"
  case async

  /// The kind in a few words.
  var summary: String {
    switch self {
    case .value: "a store that is a value"
    case .class: "a store that is a class with observers"
    case .actor: "a store that is an actor"
    case .mainActor: "an observable store of the main actor"
    case .async: "an observable store whose `send` awaits the effects"
    }
  }

  /// The name of the kind in `Examples/OwnStore`, whose files are embedded in this program: a new
  /// package starts with code that is compiled and measured there.
  private var example: String {
    switch self {
    case .value: "Value"
    case .class: "Class"
    case .actor: "Actor"
    case .mainActor: "MainActor"
    case .async: "Awaited"
    }
  }

  private var files: (store: [UInt8], adapter: [UInt8]) {
    switch self {
    case .value: (PackageResources.ValueStore_swift, PackageResources.OwnValueAdapter_swift)
    case .class: (PackageResources.ClassStore_swift, PackageResources.OwnClassAdapter_swift)
    case .actor: (PackageResources.ActorStore_swift, PackageResources.OwnActorAdapter_swift)
    case .mainActor:
      (PackageResources.MainActorStore_swift, PackageResources.OwnMainActorAdapter_swift)
    case .async: (PackageResources.AwaitedStore_swift, PackageResources.OwnAwaitedAdapter_swift)
    }
  }

  /// The source of the store.
  var store: String { renamed(files.store) }

  /// The source of the adapter and its design.
  ///
  /// - Parameter id: The design's id.
  func adapter(id: String) -> String {
    renamed(files.adapter)
      .replacing("\"\(PackageTemplate.id("Own\(example)"))\"", with: "\"\(id)\"")
  }

  private func renamed(_ file: [UInt8]) -> String {
    String(decoding: file, as: UTF8.self)
      .replacing("Own\(example)", with: "My").replacing("\(example)Store", with: "MyStore")
  }
}
