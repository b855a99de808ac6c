extension PrimesFeature {
  /// What can happen to the counter.
  @frozen public enum CounterAction: Codable, Equatable, Sendable {
    /// One more.
    case increment
    /// One less.
    case decrement
    /// Asks which prime is the `count`-th.
    case nthPrimeRequested
    /// The answer; `nil` when there is no such prime.
    case nthPrimeAnswered(Int?)
  }

  /// The counter's local state.
  public struct CounterState: Equatable, Sendable {
    /// The number that the counter stands at.
    public var count: Int
    /// The answer, if there is one for this count.
    public var nthPrime: Int?
    /// Whether an answer is awaited.
    public var isNthPrimeRequested: Bool

    /// A counter.
    @inlinable public init(count: Int, nthPrime: Int?, isNthPrimeRequested: Bool) {
      self.count = count
      self.nthPrime = nthPrime
      self.isNthPrimeRequested = isNthPrimeRequested
    }
  }

  /// The counter's module.
  @inlinable public static func reduceCounter(
    into state: inout CounterState, action: CounterAction
  ) {
    reduceCounter(
      count: &state.count, nthPrime: &state.nthPrime,
      isNthPrimeRequested: &state.isNthPrimeRequested, action: action)
  }

  /// The counter's module, on fields wherever they are kept.
  ///
  /// Any step makes an older answer stale, so it is cleared.
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
