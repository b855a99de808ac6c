// MARK: - Counter

extension PrimesFeature {
  /// An input of the counter, or an answer.
  @frozen public enum CounterAction: Codable, Equatable, Sendable {
    /// Adds 1 to the count.
    case increment
    /// Subtracts 1 from the count.
    case decrement
    /// Requests the `count`-th prime.
    case nthPrimeRequested
    /// The answer; `nil` if there is no such prime.
    case nthPrimeAnswered(Int?)
  }

  /// The state of the counter.
  public struct CounterState: Equatable, Sendable {
    /// The number of the counter.
    public var count: Int
    /// The answer for this count, if there is one.
    public var nthPrime: Int?
    /// A Boolean value that indicates whether an answer is awaited.
    public var isNthPrimeRequested: Bool

    @inlinable init(count: Int, nthPrime: Int?, isNthPrimeRequested: Bool) {
      self.count = count
      self.nthPrime = nthPrime
      self.isNthPrimeRequested = isNthPrimeRequested
    }
  }

  /// Applies an action of the counter.
  @inlinable public static func reduceCounter(
    into state: inout CounterState, action: CounterAction
  ) {
    reduceCounter(
      count: &state.count, nthPrime: &state.nthPrime,
      isNthPrimeRequested: &state.isNthPrimeRequested, action: action)
  }

  /// Applies an action to separate fields; each step clears the answer.
  @inlinable static func reduceCounter(
    count: inout Int, nthPrime: inout Int?, isNthPrimeRequested: inout Bool, action: CounterAction
  ) {
    switch action {
    case .increment:
      count &+= 1
      nthPrime = nil
    case .decrement:
      count &-= 1
      nthPrime = nil
    case .nthPrimeRequested:
      isNthPrimeRequested = true
    case .nthPrimeAnswered(let prime):
      nthPrime = prime
      isNthPrimeRequested = false
    }
  }
}

extension PrimesFeature.State {
  /// The counter's part, computed: reading copies three words, writing puts them back.
  @inlinable public var counter: PrimesFeature.CounterState {
    get {
      PrimesFeature.CounterState(
        count: count, nthPrime: nthPrime, isNthPrimeRequested: isNthPrimeRequested)
    }
    set {
      count = newValue.count
      nthPrime = newValue.nthPrime
      isNthPrimeRequested = newValue.isNthPrimeRequested
    }
  }
}

// MARK: - Sheet

extension PrimesFeature {
  /// An input of the sheet about one prime.
  @frozen public enum PrimeModalAction: Codable, Equatable, Sendable {
    /// Adds the count to the favourites, unless it is one.
    case saveFavorite
    /// Removes the count from the favourites.
    case removeFavorite
  }

  /// The state of the sheet.
  public struct PrimeModalState: Equatable, Sendable {
    /// The number that the sheet is about.
    public var count: Int
    /// The favourites of the app.
    public var favoritePrimes: [Int]

    @inlinable init(count: Int, favoritePrimes: [Int]) {
      self.count = count
      self.favoritePrimes = favoritePrimes
    }
  }

  /// Applies an action of the sheet.
  @inlinable public static func reducePrimeModal(
    into state: inout PrimeModalState, action: PrimeModalAction
  ) {
    reducePrimeModal(
      count: state.count, favoritePrimes: &state.favoritePrimes, action: action)
  }

  /// Applies an action to separate fields. The screen shows the sheet for primes only.
  @inlinable static func reducePrimeModal(
    count: Int, favoritePrimes: inout [Int], action: PrimeModalAction
  ) {
    switch action {
    case .saveFavorite:
      if !favoritePrimes.contains(count) { favoritePrimes.append(count) }
    case .removeFavorite:
      favoritePrimes.removeAll { $0 == count }
    }
  }
}

extension PrimesFeature.State {
  /// The sheet's part, computed.
  ///
  /// Reading adds a reference to the favourites, so the first write to them through this property
  /// copies them, as with any computed local state.
  @inlinable public var primeModal: PrimesFeature.PrimeModalState {
    get { PrimesFeature.PrimeModalState(count: count, favoritePrimes: favoritePrimes) }
    set {
      count = newValue.count
      favoritePrimes = newValue.favoritePrimes
    }
  }
}

// MARK: - Favourites

extension PrimesFeature {
  /// An input of the list of favourites, or an answer.
  @frozen public enum FavoritePrimesAction: Codable, Equatable, Sendable {
    /// Removes the existing rows of these indices.
    case delete(at: SmallIndexSet)
    /// Requests the saved favourites.
    case load
    /// The answer to `load`, which replaces all favourites.
    case loaded([Int])
    /// Saves the favourites.
    case save
  }

  /// Applies an action of the list, whose state is the favourites.
  @inlinable public static func reduceFavoritePrimes(
    into favoritePrimes: inout [Int], action: FavoritePrimesAction
  ) {
    switch action {
    case .delete(let indices):
      indices.clamped(to: favoritePrimes.count).forEachDescending { favoritePrimes.remove(at: $0) }
    case .loaded(let favorites):
      favoritePrimes = favorites
    case .load, .save:
      break
    }
  }
}

/// A set of indices from 0 to 63 in one word; an `IndexSet` would be allocated for each action.
public struct SmallIndexSet: Codable, Equatable, Sendable, BitwiseCopyable {
  /// A word whose bit *i* is set if the set contains the index *i*.
  public var bits: UInt64

  /// Creates a set of the indices whose bits are set.
  @inlinable public init(bits: UInt64) { self.bits = bits }

  /// Creates a set of one index from 0 to 63.
  @inlinable public init(_ index: Int) {
    precondition(index >= 0 && index < 64, "an index must be 0 to 63, got \(index)")
    bits = 1 << UInt64(index)
  }

  /// Returns the indices below `count`.
  @inlinable public func clamped(to count: Int) -> SmallIndexSet {
    count >= 64 ? self : SmallIndexSet(bits: bits & ((1 << UInt64(max(0, count))) - 1))
  }

  /// Calls `body` with every index in descending order, in which rows can be removed.
  @inlinable public func forEachDescending(_ body: (Int) -> Void) {
    var rest = bits
    while rest != 0 {
      let index = 63 - rest.leadingZeroBitCount
      body(index)
      rest &= ~(1 << UInt64(index))
    }
  }
}

// MARK: - Composition

extension PrimesFeature {
  /// Visits the three modules, each with its part.
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

  /// Returns the reducer with the activity feed around it.
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
