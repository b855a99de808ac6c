/// The workload `app`: seven kinds of modules with *n* copies each.
///
/// The topologies are compared with this app. State, actions and requests are flat, as those of real
/// apps are. The actions, requests and generators are those of the modules. Slots are numbered by
/// kind first: slot = kind · *n* + copy.
public struct AppFeature: AppOfModules {
  /// The states of all modules.
  public struct State: Equatable, Sendable {
    /// The states of the copies of `TimerFeature`.
    public var timer: Copies<TimerFeature>.State
    /// The states of the copies of `PrimesFeature`.
    public var primes: Copies<PrimesFeature>.State
    /// The states of the copies of `ProfileFeature`.
    public var profile: Copies<ProfileFeature>.State
    /// The states of the copies of `LoginFeature`.
    public var login: Copies<LoginFeature>.State
    /// The states of the copies of `NotesFeature`.
    public var notes: Copies<NotesFeature>.State
    /// The states of the copies of `ShopFeature`.
    public var shop: Copies<ShopFeature>.State
    /// The states of the copies of `SearchFeature`.
    public var search: Copies<SearchFeature>.State
  }

  /// An action of one module.
  public enum Action: Codable, Equatable, Sendable {
    /// An action of a copy of `TimerFeature`.
    case timer(Copies<TimerFeature>.Action)
    /// An action of a copy of `PrimesFeature`.
    case primes(Copies<PrimesFeature>.Action)
    /// An action of a copy of `ProfileFeature`.
    case profile(Copies<ProfileFeature>.Action)
    /// An action of a copy of `LoginFeature`.
    case login(Copies<LoginFeature>.Action)
    /// An action of a copy of `NotesFeature`.
    case notes(Copies<NotesFeature>.Action)
    /// An action of a copy of `ShopFeature`.
    case shop(Copies<ShopFeature>.Action)
    /// An action of a copy of `SearchFeature`.
    case search(Copies<SearchFeature>.Action)
  }

  /// Work that one module requests.
  public enum Request: Sendable {
    /// Work for a copy of `TimerFeature`.
    case timer(Copies<TimerFeature>.Request)
    /// Work for a copy of `PrimesFeature`.
    case primes(Copies<PrimesFeature>.Request)
    /// Work for a copy of `ProfileFeature`.
    case profile(Copies<ProfileFeature>.Request)
    /// Work for a copy of `LoginFeature`.
    case login(Copies<LoginFeature>.Request)
    /// Work for a copy of `NotesFeature`.
    case notes(Copies<NotesFeature>.Request)
    /// Work for a copy of `ShopFeature`.
    case shop(Copies<ShopFeature>.Request)
    /// Work for a copy of `SearchFeature`.
    case search(Copies<SearchFeature>.Request)
  }

  /// One cursor for each slot.
  public struct Cursor: Sendable {
    @usableFromInline var timer: Copies<TimerFeature>.Cursor
    @usableFromInline var primes: Copies<PrimesFeature>.Cursor
    @usableFromInline var profile: Copies<ProfileFeature>.Cursor
    @usableFromInline var login: Copies<LoginFeature>.Cursor
    @usableFromInline var notes: Copies<NotesFeature>.Cursor
    @usableFromInline var shop: Copies<ShopFeature>.Cursor
    @usableFromInline var search: Copies<SearchFeature>.Cursor
  }

  /// The copies of each kind of module.
  @usableFromInline
  package struct Modules: Sendable {
    @usableFromInline package let timer: Copies<TimerFeature>
    @usableFromInline package let primes: Copies<PrimesFeature>
    @usableFromInline package let profile: Copies<ProfileFeature>
    @usableFromInline package let login: Copies<LoginFeature>
    @usableFromInline package let notes: Copies<NotesFeature>
    @usableFromInline package let shop: Copies<ShopFeature>
    @usableFromInline package let search: Copies<SearchFeature>
  }

  // The modules are kept by reference because every store and every loop copies the feature. A copy
  // of all modules would cost a reference count for each of their services.
  @usableFromInline let kept: KeptOnce<Modules>
  /// The number of copies of each kind.
  public let copies: Int

  /// Creates an app with the services of one trial.
  ///
  /// - Parameter copies: The number of copies of each kind, at least 1.
  public init(_ services: Services, copies: Int) {
    self.init(
      Modules(
        timer: Copies(Workload.timer.make(services), count: copies),
        primes: Copies(Workload.primes.make(services), count: copies),
        profile: Copies(Workload.profile.make(services), count: copies),
        login: Copies(Workload.login.make(services), count: copies),
        notes: Copies(Workload.notes.make(services), count: copies),
        shop: Copies(Workload.shop.make(services), count: copies),
        search: Copies(Workload.search.make(services), count: copies)),
      copies: copies)
  }

  /// Creates an app with simulated services and one clock for all modules.
  public init(copies: Int, clock: SimulatedClock = SimulatedClock()) {
    self.init(Services(clock: clock), copies: copies)
  }

  private init(_ modules: Modules, copies: Int) {
    kept = KeptOnce(modules)
    self.copies = copies
  }

  /// The copies of each kind.
  package var modules: Modules { kept.value }

  /// The number of kinds of modules.
  @inlinable public static var kindCount: Int { 7 }

  /// The state of every module at its launch.
  public var initialState: State {
    State(
      timer: modules.timer.initialState,
      primes: modules.primes.initialState,
      profile: modules.profile.initialState,
      login: modules.login.initialState,
      notes: modules.notes.initialState,
      shop: modules.shop.initialState,
      search: modules.search.initialState)
  }

  /// The initial cursors of all modules.
  public var initialCursor: Cursor {
    Cursor(
      timer: modules.timer.initialCursor,
      primes: modules.primes.initialCursor,
      profile: modules.profile.initialCursor,
      login: modules.login.initialCursor,
      notes: modules.notes.initialCursor,
      shop: modules.shop.initialCursor,
      search: modules.search.initialCursor)
  }

  /// Applies an action to its module, in place.
  @inlinable public func reduce(into state: inout State, action: Action) {
    switch action {
    case .timer(let own): kept.value.timer.reduce(into: &state.timer, action: own)
    case .primes(let own): kept.value.primes.reduce(into: &state.primes, action: own)
    case .profile(let own): kept.value.profile.reduce(into: &state.profile, action: own)
    case .login(let own): kept.value.login.reduce(into: &state.login, action: own)
    case .notes(let own): kept.value.notes.reduce(into: &state.notes, action: own)
    case .shop(let own): kept.value.shop.reduce(into: &state.shop, action: own)
    case .search(let own): kept.value.search.reduce(into: &state.search, action: own)
    }
  }

  /// Returns the work that the action's module requests.
  @inlinable public func request(for action: Action, after state: State) -> Request? {
    switch action {
    case .timer(let own):
      kept.value.timer.request(for: own, after: state.timer).map { .timer($0) }
    case .primes(let own):
      kept.value.primes.request(for: own, after: state.primes).map { .primes($0) }
    case .profile(let own):
      kept.value.profile.request(for: own, after: state.profile).map { .profile($0) }
    case .login(let own):
      kept.value.login.request(for: own, after: state.login).map { .login($0) }
    case .notes(let own):
      kept.value.notes.request(for: own, after: state.notes).map { .notes($0) }
    case .shop(let own):
      kept.value.shop.request(for: own, after: state.shop).map { .shop($0) }
    case .search(let own):
      kept.value.search.request(for: own, after: state.search).map { .search($0) }
    }
  }

  /// Does the work and returns the answer, which is an action of the same module.
  @inlinable public func perform(_ request: Request) -> Action? {
    switch request {
    case .timer(let own): kept.value.timer.perform(own).map { .timer($0) }
    case .primes(let own): kept.value.primes.perform(own).map { .primes($0) }
    case .profile(let own): kept.value.profile.perform(own).map { .profile($0) }
    case .login(let own): kept.value.login.perform(own).map { .login($0) }
    case .notes(let own): kept.value.notes.perform(own).map { .notes($0) }
    case .shop(let own): kept.value.shop.perform(own).map { .shop($0) }
    case .search(let own): kept.value.search.perform(own).map { .search($0) }
    }
  }

  /// Visits the app as one of several kinds of modules.
  @inlinable public func accept<V: FeatureVisitor>(_ visitor: V) -> V.Result
  where V.State == State, V.Action == Action, V.Request == Request {
    visitor.visit(app: self)
  }
}

extension WorkloadDescription {
  /// The description of `AppFeature`.
  public static var app: Self {
    Self(
      id: "app", summary: "all seven modules together, n copies of each",
      slotsPerCopy: AppFeature.kindCount)
  }
}

/// A shared value, so that copies cost one reference count.
@usableFromInline
final class KeptOnce<Value: Sendable>: Sendable {
  @usableFromInline let value: Value

  init(_ value: Value) { self.value = value }
}
