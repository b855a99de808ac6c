/// An app about prime numbers, made of three modules that share parts of one state.
///
/// The modules are plain functions on the part they need, so that a store can compose them by key
/// path and case, in whatever shape it has: `counter`, `primeModal` and `favoritePrimes` name both
/// the part of `State` and the case of `Action`. `reduce(into:action:)` is what they amount to,
/// with no composition to pay for. The activity feed wraps them all.
public struct PrimesFeature: ComposedFeature {
  /// What the three modules keep.
  public struct State: Equatable, Sendable {
    /// The number that the counter stands at.
    public var count: Int
    /// The `count`-th prime, once it was asked for and answered.
    public var nthPrime: Int?
    /// Whether an answer is awaited.
    public var isNthPrimeRequested: Bool
    /// The primes that somebody likes, in the order in which they were saved.
    public var favoritePrimes: [Int]
    /// Who uses the app, if anybody said so.
    public var loggedInUser: User?
    /// What was added to and removed from the favourites, the newest last; see
    /// `activityFeedCapacity`.
    public var activityFeed: [Activity]

    /// The state of an app; by default one that was never used.
    public init(
      count: Int = 0, favoritePrimes: [Int] = [], loggedInUser: User? = nil,
      activityFeed: [Activity] = []
    ) {
      self.count = count
      nthPrime = nil
      isNthPrimeRequested = false
      self.favoritePrimes = favoritePrimes
      self.loggedInUser = loggedInUser
      self.activityFeed = activityFeed
    }
  }

  /// Somebody with an account.
  public struct User: Equatable, Sendable {
    /// The account's number.
    public var id: Int
    /// What to call them.
    public var name: String

    /// A user.
    public init(id: Int, name: String) {
      self.id = id
      self.name = name
    }
  }

  /// What can happen in one of the modules.
  @frozen public enum Action: Codable, Equatable, Sendable {
    /// To the counter.
    case counter(CounterAction)
    /// In the sheet about one prime.
    case primeModal(PrimeModalAction)
    /// To the list of favourites.
    case favoritePrimes(FavoritePrimesAction)
  }

  /// What the modules ask of the world.
  @frozen public enum Request: Equatable, Sendable {
    /// The *n*-th prime.
    case nthPrime(Int)
    /// The favourites kept last.
    case loadFavorites
    /// To keep these favourites.
    case saveFavorites([Int])
  }

  @usableFromInline let dependencies: Dependencies

  /// An app in the world that `dependencies` make.
  @inlinable public init(dependencies: Dependencies = .simulated()) {
    self.dependencies = dependencies
  }

  /// An app that was never used.
  public var initialState: State { State() }

  /// Applies an action to its module, and records what it did to the favourites.
  @inlinable public func reduce(into state: inout State, action: Action) {
    withActivityFeed(into: &state, action: action) { state, action in
      switch action {
      case .counter(let action):
        Self.reduceCounter(
          count: &state.count, nthPrime: &state.nthPrime,
          isNthPrimeRequested: &state.isNthPrimeRequested, action: action)
      case .primeModal(let action):
        Self.reducePrimeModal(
          count: state.count, favoritePrimes: &state.favoritePrimes, action: action)
      case .favoritePrimes(let action):
        Self.reduceFavoritePrimes(into: &state.favoritePrimes, action: action)
      }
    }
  }

  /// Asking for a prime, loading and saving ask for work.
  @inlinable public func mayRequest(_ action: Action) -> Bool {
    switch action {
    case .counter(.nthPrimeRequested), .favoritePrimes(.load), .favoritePrimes(.save): true
    case .counter, .primeModal, .favoritePrimes: false
    }
  }

  /// The work that a module asks for.
  @inlinable public func request(for action: Action, after state: State) -> Request? {
    switch action {
    case .counter(.nthPrimeRequested): .nthPrime(state.count)
    case .favoritePrimes(.load): .loadFavorites
    case .favoritePrimes(.save): .saveFavorites(state.favoritePrimes)
    case .counter, .primeModal, .favoritePrimes: nil
    }
  }

  /// Does the work. Saving has no answer; nor has loading when nothing was saved, or when the
  /// storage fails: the favourites then stay as they are.
  @inlinable public func perform(_ request: Request) -> Action? {
    switch request {
    case .nthPrime(let n):
      return .counter(.nthPrimeAnswered(dependencies.nthPrime(n)))
    case .loadFavorites:
      guard let favorites = try? dependencies.favorites.load() else { return nil }
      return .favoritePrimes(.loaded(favorites))
    case .saveFavorites(let favorites):
      try? dependencies.favorites.save(favorites)
      return nil
    }
  }

  /// Feeds every field, and all of the activity feed.
  ///
  /// - Complexity: O(*n*) in the favourites and the feed.
  @inlinable public func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.count)
    digest.combine(state.nthPrime)
    digest.combine(state.isNthPrimeRequested)
    digest.combine(state.favoritePrimes.count)
    for prime in state.favoritePrimes { digest.combine(prime) }
    digest.combine(state.loggedInUser?.id)
    digest.combine(state.loggedInUser?.name)
    digest.combine(state.activityFeed.count)
    for activity in state.activityFeed { activity.feed(into: &digest) }
  }

  /// The count, the answer below it, the favourites and the newest activity.
  @inlinable public func drawn(_ state: State) -> UInt64 {
    Digest.of {
      $0.combine(state.count)
      $0.combine(state.nthPrime)
      $0.combine(state.isNthPrimeRequested)
      $0.combine(state.favoritePrimes.count)
      for prime in state.favoritePrimes { $0.combine(prime) }
      state.activityFeed.last?.feed(into: &$0)
    }
  }

  /// The favourites in ascending order: sorted again each time.
  @inlinable public func derived(_ state: State) -> UInt64 {
    Digest.of {
      for prime in state.favoritePrimes.sorted() { $0.combine(prime) }
    }
  }
}

extension PrimesFeature {
  /// The three modules, each for its part: of these the article composes the app.
  @inlinable public func visitReducers<V: LocalReducerVisitor>(_ visitor: inout V)
  where V.State == State, V.Action == Action {
    visitor.visit(
      { Self.reduceCounter(into: &$0, action: $1) }, state: \State.counter,
      action: { $0.counter })
    visitor.visit(
      { Self.reducePrimeModal(into: &$0, action: $1) }, state: \State.primeModal,
      action: { $0.primeModal })
    visitor.visit(
      { Self.reduceFavoritePrimes(into: &$0, action: $1) }, state: \State.favoritePrimes,
      action: { $0.favoritePrimes })
  }

  /// Wrapped by the activity feed.
  @inlinable public func wrapped(
    _ reducer: @escaping @Sendable (inout State, Action) -> Void
  ) -> @Sendable (inout State, Action) -> Void {
    activityFeed(reducer)
  }
}

extension PrimesFeature.Action {
  /// The counter's action, if this is one.
  @inlinable public var counter: PrimesFeature.CounterAction? {
    guard case .counter(let action) = self else { return nil }
    return action
  }

  /// The sheet's action, if this is one.
  @inlinable public var primeModal: PrimesFeature.PrimeModalAction? {
    guard case .primeModal(let action) = self else { return nil }
    return action
  }

  /// The list's action, if this is one.
  @inlinable public var favoritePrimes: PrimesFeature.FavoritePrimesAction? {
    guard case .favoritePrimes(let action) = self else { return nil }
    return action
  }
}

extension Workload where F == PrimesFeature {
  /// The module, as a workload.
  public static var primes: Self {
    Self(summary: "a counter, favourite primes, the nth prime, an activity feed") {
      services in
      var dependencies = PrimesFeature.Dependencies.simulated(clock: services.clock)
      if let directory = services.directory { dependencies.favorites = .disk(directory: directory) }
      return PrimesFeature(dependencies: dependencies)
    }
  }
}
