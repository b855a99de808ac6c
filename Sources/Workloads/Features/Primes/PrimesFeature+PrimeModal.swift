extension PrimesFeature {
  /// What can happen in the sheet that says whether the count is prime.
  @frozen public enum PrimeModalAction: Codable, Equatable, Sendable {
    /// The count becomes a favourite, unless it is one.
    case saveFavorite
    /// The count is no favourite any more.
    case removeFavorite
  }

  /// The sheet's local state, as a struct.
  public struct PrimeModalState: Equatable, Sendable {
    /// The number that the sheet is about.
    public var count: Int
    /// The favourites, among which it may be.
    public var favoritePrimes: [Int]

    /// A sheet.
    @inlinable public init(count: Int, favoritePrimes: [Int]) {
      self.count = count
      self.favoritePrimes = favoritePrimes
    }
  }

  /// The sheet's module.
  @inlinable public static func reducePrimeModal(
    into state: inout PrimeModalState, action: PrimeModalAction
  ) {
    reducePrimeModal(
      count: state.count, favoritePrimes: &state.favoritePrimes, action: action)
  }

  /// The sheet's module, on fields wherever they are kept.
  ///
  /// It does not ask whether the count is prime: the sheet offers nothing when it is not.
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
  /// Reading hands out a second reference to the favourites, so the first write to them through
  /// this property copies them. That is the price of computed local state, and is left as it is.
  @inlinable public var primeModal: PrimesFeature.PrimeModalState {
    get { PrimesFeature.PrimeModalState(count: count, favoritePrimes: favoritePrimes) }
    set {
      count = newValue.count
      favoritePrimes = newValue.favoritePrimes
    }
  }
}
