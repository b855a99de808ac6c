/// All seven modules together, *n* copies of each: the unit in which topologies are compared.
///
/// Slots are numbered by kind first: slot = kind · *n* + copy, the kinds in the order timer,
/// primes, profile, login, notes, shop, search. The actions, requests and generators are those of
/// the modules; see there.
public struct AppFeature: Feature {
  /// How many kinds of modules there are.
  @inlinable public static var kindCount: Int { 7 }

  /// The timers.
  public let timers: Copies<TimerFeature>
  /// The prime apps.
  public let primes: Copies<PrimesFeature>
  /// The profiles.
  public let profiles: Copies<ProfileFeature>
  /// The login screens.
  public let logins: Copies<LoginFeature>
  /// The collections of memos.
  public let notes: Copies<NotesFeature>
  /// The shopping lists.
  public let shops: Copies<ShopFeature>
  /// The searches.
  public let searches: Copies<SearchFeature>
  /// How many copies of each kind there are.
  public let copies: Int

  /// An app of *n* copies of each of these modules.
  ///
  /// - Precondition: There is at least one copy.
  @inlinable public init(
    timer: TimerFeature,
    primes: PrimesFeature,
    profile: ProfileFeature,
    login: LoginFeature,
    notes: NotesFeature,
    shop: ShopFeature,
    search: SearchFeature,
    copies: Int
  ) {
    self.timers = Copies(timer, count: copies)
    self.primes = Copies(primes, count: copies)
    self.profiles = Copies(profile, count: copies)
    self.logins = Copies(login, count: copies)
    self.notes = Copies(notes, count: copies)
    self.shops = Copies(shop, count: copies)
    self.searches = Copies(search, count: copies)
    self.copies = copies
  }

  /// An app of *n* copies of each module in a simulated world, with one clock for all.
  @inlinable public init(copies: Int, clock: SimulatedClock = SimulatedClock()) {
    self.init(
      timer: TimerFeature(dependencies: .simulated(clock: clock)),
      primes: PrimesFeature(dependencies: .simulated(clock: clock)),
      profile: ProfileFeature(), login: LoginFeature(), notes: NotesFeature(),
      shop: ShopFeature(), search: SearchFeature(), copies: copies)
  }

  /// Every module at its launch.
  @inlinable public var initialState: State {
    State(
      timers: timers.initialState,
      primes: primes.initialState,
      profiles: profiles.initialState,
      logins: logins.initialState,
      notes: notes.initialState,
      shops: shops.initialState,
      searches: searches.initialState)
  }

  /// Applies an action to its module, in place.
  @inlinable public func reduce(into state: inout State, action: Action) {
    switch action {
    case .timer(let action): timers.reduce(into: &state.timers, action: action)
    case .primes(let action): primes.reduce(into: &state.primes, action: action)
    case .profile(let action): profiles.reduce(into: &state.profiles, action: action)
    case .login(let action): logins.reduce(into: &state.logins, action: action)
    case .notes(let action): notes.reduce(into: &state.notes, action: action)
    case .shop(let action): shops.reduce(into: &state.shops, action: action)
    case .search(let action): searches.reduce(into: &state.searches, action: action)
    }
  }

  /// The work that the action's module asks for.
  @inlinable public func request(for action: Action, after state: State) -> Request? {
    switch action {
    case .timer(let action): timers.request(for: action, after: state.timers).map { .timer($0) }
    case .primes(let action): primes.request(for: action, after: state.primes).map { .primes($0) }
    case .profile(let action):
      profiles.request(for: action, after: state.profiles).map { .profile($0) }
    case .login(let action): logins.request(for: action, after: state.logins).map { .login($0) }
    case .notes(let action): notes.request(for: action, after: state.notes).map { .notes($0) }
    case .shop(let action): shops.request(for: action, after: state.shops).map { .shop($0) }
    case .search(let action):
      searches.request(for: action, after: state.searches).map { .search($0) }
    }
  }

  /// Does the work; the answer goes to the module that asked.
  @inlinable public func perform(_ request: Request) -> Action? {
    switch request {
    case .timer(let request): timers.perform(request).map { .timer($0) }
    case .primes(let request): primes.perform(request).map { .primes($0) }
    case .profile(let request): profiles.perform(request).map { .profile($0) }
    case .login(let request): logins.perform(request).map { .login($0) }
    case .notes(let request): notes.perform(request).map { .notes($0) }
    case .shop(let request): shops.perform(request).map { .shop($0) }
    case .search(let request): searches.perform(request).map { .search($0) }
    }
  }
}
