/// An app's stores for one kind of module, and how they find out that an action is for them.
public protocol AppKindStores<App> {
  /// The app.
  associatedtype App: AppOfModules
  /// The stores together.
  associatedtype Stores: StoreUnderTest

  /// The kind's place in the app's list; `nil`: there is no such kind.
  static var kind: Int? { get }
  /// The stores together.
  var stores: Stores { get }
}

/// Stores that are done, or can say whether they are, when `send` returns.
public protocol SynchronousKindStores<App>: AppKindStores where Stores: SynchronousStore {
  /// Sends an action of a part's module if the part is this kind's.
  ///
  /// - Returns: Whether it is.
  mutating func send<Part: AppPart>(
    _ action: Part.Module.Several.Action, of part: Part.Type
  ) -> Bool where Part.App == App
}

/// Stores whose `send` suspends.
public protocol SuspendingKindStores<App>: AppKindStores where Stores: SuspendingStore {
  /// Whether an action is for this kind; asked before it is taken apart, which copies it.
  static func isOwn(_ action: App.Action) -> Bool
  /// The kind's action; `nil` if the app's is for another one.
  static func extract(_ action: App.Action) -> Stores.F.Action?
}

/// Stores that any executor may call.
public protocol ConcurrentKindStores<App>: SuspendingKindStores, Sendable
where Stores: ConcurrentStore {}

/// The stores of one kind of module.
public struct KindStores<Part: AppPart, Stores: StoreUnderTest>: AppKindStores
where Part.App: AppOfModules, Stores.F == Part.Module.Several {
  /// The app in whose list this kind has a place.
  public typealias App = Part.App

  /// What holds all copies of the module: one store, or several as one.
  public var stores: Stores

  /// The stores of a kind.
  @inlinable public init(_ part: Part.Type, _ stores: Stores) { self.stores = stores }

  /// The kind's place in the app's list.
  @inlinable public static var kind: Int? { Part.kind }
}

extension KindStores: SynchronousKindStores where Stores: SynchronousStore {
  /// Sends an action of a part's module if the part is this kind's: decided when it is compiled.
  @inlinable @inline(__always)
  public mutating func send<Other: AppPart>(
    _ action: Other.Module.Several.Action, of part: Other.Type
  ) -> Bool where Other.App == App {
    guard Other.self == Part.self, let own = action as? Stores.F.Action else { return false }
    stores.send(own)
    return true
  }
}

extension KindStores: SuspendingKindStores where Stores: SuspendingStore {
  /// Whether an action is for this kind.
  @inlinable public static func isOwn(_ action: App.Action) -> Bool { Part.isOwn(action) }

  /// The kind's action.
  @inlinable public static func extract(_ action: App.Action) -> Stores.F.Action? {
    Part.extract(action)
  }
}

extension KindStores: Sendable where Stores: Sendable {}

extension KindStores: ConcurrentKindStores where Stores: ConcurrentStore {}

/// A place where there is no kind of module, which no action is for.
public struct NoKindStores<App: AppOfModules>: SynchronousKindStores, ConcurrentKindStores {
  /// A store that nobody sends to.
  public struct Stores: SynchronousStore, ConcurrentStore {
    /// What it would hold.
    public typealias F = App

    /// Nobody sends to it.
    @inlinable public func send(_ action: App.Action) { Self.refuse() }
    /// Nobody sends to it.
    @inlinable public nonisolated(nonsending) func send(_ action: App.Action) async {
      Self.refuse()
    }
    /// Nobody sends to it.
    @inlinable @concurrent public func sendConcurrently(_ action: App.Action) async {
      Self.refuse()
    }
    /// Stops the process: no slot of an app leads here.
    public func read(_ reading: Reading, slot: Int) -> UInt64 { Self.refuse() }

    @usableFromInline static func refuse() -> Never {
      preconditionFailure("an app has a store for every kind of module")
    }
  }

  /// A store that nobody sends to.
  public let stores = Stores()

  /// A place.
  public init() {}

  /// There is no such kind.
  @inlinable public static var kind: Int? { nil }

  /// Always `false`, without sending: no part of the app has its stores here.
  @inlinable @inline(__always)
  public func send<Part: AppPart>(
    _ action: Part.Module.Several.Action, of part: Part.Type
  ) -> Bool where Part.App == App { false }

  /// Always `false`, so that the next kind is asked.
  @inlinable public static func isOwn(_ action: App.Action) -> Bool { false }

  /// Always `nil`: there is no module whose action it could be.
  @inlinable public static func extract(_ action: App.Action) -> App.Action? { nil }
}
