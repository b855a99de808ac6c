extension AppFeature {
  /// The states of all modules.
  public struct State: Equatable, Sendable {
    /// Those of the timers.
    public var timers: Copies<TimerFeature>.State
    /// Those of the prime apps.
    public var primes: Copies<PrimesFeature>.State
    /// Those of the profiles.
    public var profiles: Copies<ProfileFeature>.State
    /// Those of the login screens.
    public var logins: Copies<LoginFeature>.State
    /// Those of the collections of memos.
    public var notes: Copies<NotesFeature>.State
    /// Those of the shopping lists.
    public var shops: Copies<ShopFeature>.State
    /// Those of the searches.
    public var searches: Copies<SearchFeature>.State

    /// The states of all modules.
    @inlinable public init(
      timers: Copies<TimerFeature>.State,
      primes: Copies<PrimesFeature>.State,
      profiles: Copies<ProfileFeature>.State,
      logins: Copies<LoginFeature>.State,
      notes: Copies<NotesFeature>.State,
      shops: Copies<ShopFeature>.State,
      searches: Copies<SearchFeature>.State
    ) {
      self.timers = timers
      self.primes = primes
      self.profiles = profiles
      self.logins = logins
      self.notes = notes
      self.shops = shops
      self.searches = searches
    }
  }

  /// An action of one module.
  @frozen public enum Action: Codable, Sendable {
    /// One for one of the timers.
    case timer(Copies<TimerFeature>.Action)
    /// One for one of the prime apps.
    case primes(Copies<PrimesFeature>.Action)
    /// One for one of the profiles.
    case profile(Copies<ProfileFeature>.Action)
    /// One for one of the login screens.
    case login(Copies<LoginFeature>.Action)
    /// One for one of the collections of memos.
    case notes(Copies<NotesFeature>.Action)
    /// One for one of the shopping lists.
    case shop(Copies<ShopFeature>.Action)
    /// One for one of the searches.
    case search(Copies<SearchFeature>.Action)
  }

  /// Work that one module asks for.
  @frozen public enum Request: Sendable {
    /// Asked by one of the timers.
    case timer(Copies<TimerFeature>.Request)
    /// Asked by one of the prime apps.
    case primes(Copies<PrimesFeature>.Request)
    /// Asked by one of the profiles.
    case profile(Copies<ProfileFeature>.Request)
    /// Asked by one of the login screens.
    case login(Copies<LoginFeature>.Request)
    /// Asked by one of the collections of memos.
    case notes(Copies<NotesFeature>.Request)
    /// Asked by one of the shopping lists.
    case shop(Copies<ShopFeature>.Request)
    /// Asked by one of the searches.
    case search(Copies<SearchFeature>.Request)
  }

  /// One cursor for each slot.
  public struct Cursor: Sendable {
    @usableFromInline var timers: Copies<TimerFeature>.Cursor
    @usableFromInline var primes: Copies<PrimesFeature>.Cursor
    @usableFromInline var profiles: Copies<ProfileFeature>.Cursor
    @usableFromInline var logins: Copies<LoginFeature>.Cursor
    @usableFromInline var notes: Copies<NotesFeature>.Cursor
    @usableFromInline var shops: Copies<ShopFeature>.Cursor
    @usableFromInline var searches: Copies<SearchFeature>.Cursor

    @inlinable init(
      timers: Copies<TimerFeature>.Cursor,
      primes: Copies<PrimesFeature>.Cursor,
      profiles: Copies<ProfileFeature>.Cursor,
      logins: Copies<LoginFeature>.Cursor,
      notes: Copies<NotesFeature>.Cursor,
      shops: Copies<ShopFeature>.Cursor,
      searches: Copies<SearchFeature>.Cursor
    ) {
      self.timers = timers
      self.primes = primes
      self.profiles = profiles
      self.logins = logins
      self.notes = notes
      self.shops = shops
      self.searches = searches
    }
  }
}

extension AppFeature.Action: Equatable {}

extension AppFeature.Action {
  /// The action, if it is for one of the timers.
  @inlinable public var timer: Copies<TimerFeature>.Action? {
    guard case .timer(let action) = self else { return nil }
    return action
  }

  /// The action, if it is for one of the prime apps.
  @inlinable public var primes: Copies<PrimesFeature>.Action? {
    guard case .primes(let action) = self else { return nil }
    return action
  }

  /// The action, if it is for one of the profiles.
  @inlinable public var profile: Copies<ProfileFeature>.Action? {
    guard case .profile(let action) = self else { return nil }
    return action
  }

  /// The action, if it is for one of the login screens.
  @inlinable public var login: Copies<LoginFeature>.Action? {
    guard case .login(let action) = self else { return nil }
    return action
  }

  /// The action, if it is for one of the collections of memos.
  @inlinable public var notes: Copies<NotesFeature>.Action? {
    guard case .notes(let action) = self else { return nil }
    return action
  }

  /// The action, if it is for one of the shopping lists.
  @inlinable public var shop: Copies<ShopFeature>.Action? {
    guard case .shop(let action) = self else { return nil }
    return action
  }

  /// The action, if it is for one of the searches.
  @inlinable public var search: Copies<SearchFeature>.Action? {
    guard case .search(let action) = self else { return nil }
    return action
  }
}
