// The seven parts of the app as types, for visitors.

extension AppFeature {
  /// Calls the visitor with each part, in the order of the kinds.
  @inlinable public static func visitParts<V: AppPartVisitor>(_ visitor: inout V)
  where V.App == AppFeature {
    visitor.visit(TimerPart.self)
    visitor.visit(PrimesPart.self)
    visitor.visit(ProfilePart.self)
    visitor.visit(LoginPart.self)
    visitor.visit(NotesPart.self)
    visitor.visit(ShopPart.self)
    visitor.visit(SearchPart.self)
  }

  /// The part of the app that consists of copies of `TimerFeature`.
  public enum TimerPart: AppPart {
    /// Returns the copies of the module.
    @inlinable public static func modules(of app: AppFeature) -> Copies<TimerFeature> {
      app.kept.value.timer
    }

    /// The path to the states of the copies.
    @inlinable @inline(__always)
    public static var state: any WritableKeyPath<State, Copies<TimerFeature>.State> & Sendable {
      \.timer
    }

    /// Returns an action of a copy as one of the app.
    @inlinable public static func embed(_ action: Copies<TimerFeature>.Action) -> Action {
      .timer(action)
    }

    /// Returns the action of a copy, or `nil` if the action is for another kind.
    @inlinable public static func extract(_ action: Action) -> Copies<TimerFeature>.Action? {
      if case .timer(let own) = action { own } else { nil }
    }
  }

  /// The part of the app that consists of copies of `PrimesFeature`.
  public enum PrimesPart: AppPart {
    /// Returns the copies of the module.
    @inlinable public static func modules(of app: AppFeature) -> Copies<PrimesFeature> {
      app.kept.value.primes
    }

    /// The path to the states of the copies.
    @inlinable @inline(__always)
    public static var state: any WritableKeyPath<State, Copies<PrimesFeature>.State> & Sendable {
      \.primes
    }

    /// Returns an action of a copy as one of the app.
    @inlinable public static func embed(_ action: Copies<PrimesFeature>.Action) -> Action {
      .primes(action)
    }

    /// Returns the action of a copy, or `nil` if the action is for another kind.
    @inlinable public static func extract(_ action: Action) -> Copies<PrimesFeature>.Action? {
      if case .primes(let own) = action { own } else { nil }
    }
  }

  /// The part of the app that consists of copies of `ProfileFeature`.
  public enum ProfilePart: AppPart {
    /// Returns the copies of the module.
    @inlinable public static func modules(of app: AppFeature) -> Copies<ProfileFeature> {
      app.kept.value.profile
    }

    /// The path to the states of the copies.
    @inlinable @inline(__always)
    public static var state: any WritableKeyPath<State, Copies<ProfileFeature>.State> & Sendable {
      \.profile
    }

    /// Returns an action of a copy as one of the app.
    @inlinable public static func embed(_ action: Copies<ProfileFeature>.Action) -> Action {
      .profile(action)
    }

    /// Returns the action of a copy, or `nil` if the action is for another kind.
    @inlinable public static func extract(_ action: Action) -> Copies<ProfileFeature>.Action? {
      if case .profile(let own) = action { own } else { nil }
    }
  }

  /// The part of the app that consists of copies of `LoginFeature`.
  public enum LoginPart: AppPart {
    /// Returns the copies of the module.
    @inlinable public static func modules(of app: AppFeature) -> Copies<LoginFeature> {
      app.kept.value.login
    }

    /// The path to the states of the copies.
    @inlinable @inline(__always)
    public static var state: any WritableKeyPath<State, Copies<LoginFeature>.State> & Sendable {
      \.login
    }

    /// Returns an action of a copy as one of the app.
    @inlinable public static func embed(_ action: Copies<LoginFeature>.Action) -> Action {
      .login(action)
    }

    /// Returns the action of a copy, or `nil` if the action is for another kind.
    @inlinable public static func extract(_ action: Action) -> Copies<LoginFeature>.Action? {
      if case .login(let own) = action { own } else { nil }
    }
  }

  /// The part of the app that consists of copies of `NotesFeature`.
  public enum NotesPart: AppPart {
    /// Returns the copies of the module.
    @inlinable public static func modules(of app: AppFeature) -> Copies<NotesFeature> {
      app.kept.value.notes
    }

    /// The path to the states of the copies.
    @inlinable @inline(__always)
    public static var state: any WritableKeyPath<State, Copies<NotesFeature>.State> & Sendable {
      \.notes
    }

    /// Returns an action of a copy as one of the app.
    @inlinable public static func embed(_ action: Copies<NotesFeature>.Action) -> Action {
      .notes(action)
    }

    /// Returns the action of a copy, or `nil` if the action is for another kind.
    @inlinable public static func extract(_ action: Action) -> Copies<NotesFeature>.Action? {
      if case .notes(let own) = action { own } else { nil }
    }
  }

  /// The part of the app that consists of copies of `ShopFeature`.
  public enum ShopPart: AppPart {
    /// Returns the copies of the module.
    @inlinable public static func modules(of app: AppFeature) -> Copies<ShopFeature> {
      app.kept.value.shop
    }

    /// The path to the states of the copies.
    @inlinable @inline(__always)
    public static var state: any WritableKeyPath<State, Copies<ShopFeature>.State> & Sendable {
      \.shop
    }

    /// Returns an action of a copy as one of the app.
    @inlinable public static func embed(_ action: Copies<ShopFeature>.Action) -> Action {
      .shop(action)
    }

    /// Returns the action of a copy, or `nil` if the action is for another kind.
    @inlinable public static func extract(_ action: Action) -> Copies<ShopFeature>.Action? {
      if case .shop(let own) = action { own } else { nil }
    }
  }

  /// The part of the app that consists of copies of `SearchFeature`.
  public enum SearchPart: AppPart {
    /// Returns the copies of the module.
    @inlinable public static func modules(of app: AppFeature) -> Copies<SearchFeature> {
      app.kept.value.search
    }

    /// The path to the states of the copies.
    @inlinable @inline(__always)
    public static var state: any WritableKeyPath<State, Copies<SearchFeature>.State> & Sendable {
      \.search
    }

    /// Returns an action of a copy as one of the app.
    @inlinable public static func embed(_ action: Copies<SearchFeature>.Action) -> Action {
      .search(action)
    }

    /// Returns the action of a copy, or `nil` if the action is for another kind.
    @inlinable public static func extract(_ action: Action) -> Copies<SearchFeature>.Action? {
      if case .search(let own) = action { own } else { nil }
    }
  }
}
