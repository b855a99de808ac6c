public import Foundation

/// Where favourite primes are kept between two launches.
public typealias FavoritesStorage = ValueStorage<[Int]>

extension ValueStorage where Value == [Int] {
  /// Keeps the favourites as JSON in `favorite-primes.json`.
  public static func disk(directory: URL) -> FavoritesStorage {
    disk(directory: directory, name: "favorite-primes")
  }
}

extension PrimesFeature {
  /// What the app needs from the world.
  public struct Dependencies: Sendable {
    /// The time of day; read by the activity feed, inside the reducer.
    public var now: @Sendable () -> Date
    /// The *n*-th prime, from 1; `nil` when nobody knows.
    public var nthPrime: @Sendable (Int) -> Int?
    /// Where favourites are kept.
    public var favorites: FavoritesStorage

    /// Dependencies that do what the closures do.
    public init(
      now: @escaping @Sendable () -> Date, nthPrime: @escaping @Sendable (Int) -> Int?,
      favorites: FavoritesStorage
    ) {
      self.now = now
      self.nthPrime = nthPrime
      self.favorites = favorites
    }

    /// The wall clock, and favourites on disk.
    ///
    /// - Parameter directory: An existing directory.
    public static func live(directory: URL) -> Dependencies {
      Dependencies(
        now: SystemClock.now, nthPrime: PrimesFeature.nthPrime,
        favorites: .disk(directory: directory))
    }

    /// A simulated clock, and a storage that always loads 2, 3, 5 and 7: what is loaded does not
    /// depend on when, and by which copy, something was saved.
    public static func simulated(clock: SimulatedClock = SimulatedClock()) -> Dependencies {
      Dependencies(
        now: clock.now, nthPrime: PrimesFeature.nthPrime, favorites: .canned([2, 3, 5, 7]))
    }
  }

  /// The *n*-th prime, from 1, by trial division; `nil` below 1.
  ///
  /// Real work, growing with *n*: what a web service would take its time for.
  ///
  /// - Complexity: O(p^1.5 / log p) at most for the answer p, and no allocation.
  @Sendable public static func nthPrime(_ n: Int) -> Int? {
    guard n >= 1 else { return nil }
    var candidate = 2
    var left = n - 1
    while left > 0 {
      candidate += candidate == 2 ? 1 : 2
      if isPrime(candidate) { left -= 1 }
    }
    return candidate
  }

  /// Whether a number is prime, by trial division.
  ///
  /// - Complexity: O(√`number`).
  public static func isPrime(_ number: Int) -> Bool {
    if number < 4 { return number >= 2 }
    if number.isMultiple(of: 2) { return false }
    var divisor = 3
    while divisor <= number / divisor {
      if number.isMultiple(of: divisor) { return false }
      divisor += 2
    }
    return true
  }
}
