/// An app about prime numbers, made of three modules that share parts of one state.
///
/// The modules are plain functions on their parts, so that a store can compose them by key path and
/// case: `counter`, `primeModal` and `favoritePrimes` are the names of the parts of `State` and of
/// the cases of `Action`. `reduce(into:action:)` has the same effect without the cost of
/// composition. The activity feed wraps all of them.
public struct PrimesFeature: ComposedFeature {
  /// The state of the three modules.
  public struct State: Equatable, Sendable {
    /// The number of the counter.
    public var count: Int
    /// The `count`-th prime, once it was requested and answered.
    public var nthPrime: Int?
    /// A Boolean value that indicates whether an answer is awaited.
    public var isNthPrimeRequested: Bool
    /// The favourite primes, in the order in which they were saved.
    public var favoritePrimes: [Int]
    /// The user of the app, if known.
    public var loggedInUser: User?
    /// The changes of the favourites, the newest last; see `activityFeedCapacity`.
    public var activityFeed: [Activity]

    /// Creates a state; by default that of an unused app.
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

  /// A user with an account.
  public struct User: Equatable, Sendable {
    /// The number of the account.
    public var id: Int
    /// The name of the user.
    public var name: String

    /// Creates a user.
    public init(id: Int, name: String) {
      self.id = id
      self.name = name
    }
  }

  /// An action of one of the modules.
  @frozen public enum Action: Codable, Equatable, Sendable {
    /// An action of the counter.
    case counter(CounterAction)
    /// An action of the sheet about one prime.
    case primeModal(PrimeModalAction)
    /// An action of the list of favourites.
    case favoritePrimes(FavoritePrimesAction)
  }

  /// The work of the modules.
  @frozen public enum Request: Equatable, Sendable {
    /// Finds the *n*-th prime.
    case nthPrime(Int)
    /// Loads the saved favourites.
    case loadFavorites
    /// Saves these favourites.
    case saveFavorites([Int])
  }

  @usableFromInline let dependencies: Dependencies

  /// Creates an app.
  @inlinable public init(dependencies: Dependencies = .simulated()) {
    self.dependencies = dependencies
  }

  /// The state of an unused app.
  public var initialState: State { State() }

  /// Applies an action to its module, and records the changes of the favourites.
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

  /// Returns `true` for the request of a prime, for loading and for saving.
  @inlinable public func mayRequest(_ action: Action) -> Bool {
    switch action {
    case .counter(.nthPrimeRequested), .favoritePrimes(.load), .favoritePrimes(.save): true
    case .counter, .primeModal, .favoritePrimes: false
    }
  }

  /// Returns the work that a module requests.
  @inlinable public func request(for action: Action, after state: State) -> Request? {
    switch action {
    case .counter(.nthPrimeRequested): .nthPrime(state.count)
    case .favoritePrimes(.load): .loadFavorites
    case .favoritePrimes(.save): .saveFavorites(state.favoritePrimes)
    case .counter, .primeModal, .favoritePrimes: nil
    }
  }

  /// Does the work. Saving has no answer, and neither has loading without saved favourites.
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

  /// Feeds every field.
  ///
  /// - Complexity: O(*n*) in the favourites and the activity feed.
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

  /// Returns a fingerprint of the count, its prime, the favourites and the newest activity.
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

  /// Returns a fingerprint of the favourites in ascending order, sorted each time.
  @inlinable public func derived(_ state: State) -> UInt64 {
    Digest.of {
      for prime in state.favoritePrimes.sorted() { $0.combine(prime) }
    }
  }
}

extension Workload where F == PrimesFeature {
  /// The module as a workload.
  public static var primes: Self {
    Self(summary: "a counter, favourite primes, the nth prime, an activity feed") {
      services in
      var dependencies = PrimesFeature.Dependencies.simulated(clock: services.clock)
      if let directory = services.directory {
        dependencies.favorites = .disk(directory: directory, name: "favorite-primes")
      }
      return PrimesFeature(dependencies: dependencies)
    }
  }
}
