/// Kinds of modules of an app, as a type that is a list: whoever goes through it may carry along what
/// he has made so far with a type of its own.
public protocol AppKindList<App> {
  /// The app.
  associatedtype App: Feature

  /// Hands the folder the first kind of the list, or its end.
  static func fold<V: AppKindFolder>(_ folder: V) -> V.Result where V.App == App
}

/// Receives the kinds of an app one after the other.
public protocol AppKindFolder<App> {
  /// The app.
  associatedtype App: Feature
  /// What comes of it.
  associatedtype Result

  /// Takes the first kind; goes on, if at all, with `rest`.
  func fold<Part: AppPart, Rest: AppKindList>(_ part: Part.Type, then rest: Rest.Type) -> Result
  where
    Part.App == App, Rest.App == App, Part.Module: LeafFeature,
    Part.Module.Several == Copies<Part.Module>

  /// There is no kind any more.
  func end() -> Result
}

/// A kind, if there is a module in its place, and the kinds after it.
public enum AppKinds<First: AppPart, Rest: AppKindList>: AppKindList where First.App == Rest.App {
  /// The app whose list this is, the same for every kind in it.
  public typealias App = First.App

  /// Hands over the first kind, or that of the rest where there is no module in its place.
  @inlinable public static func fold<V: AppKindFolder>(_ folder: V) -> V.Result
  where V.App == App {
    First.Module.fold(First.self, folder, then: Rest.self)
  }
}

/// The end of a list of kinds.
public enum NoAppKinds<App: Feature>: AppKindList {
  /// Says that this is the end.
  @inlinable public static func fold<V: AppKindFolder>(_ folder: V) -> V.Result
  where V.App == App {
    folder.end()
  }
}

extension AppOfModules {
  /// The kinds of the app, in the order of its list.
  public typealias Kinds =
    AppKinds<
      Part0,
      AppKinds<
        Part1,
        AppKinds<
          Part2,
          AppKinds<
            Part3,
            AppKinds<Part4, AppKinds<Part5, AppKinds<Part6, AppKinds<Part7, NoAppKinds<Self>>>>>
          >
        >
      >
    >
}
