extension PrimesFeature {
  /// What can happen to the list of favourites.
  @frozen public enum FavoritePrimesAction: Codable, Equatable, Sendable {
    /// Removes the rows at these indices; those that the list does not have are ignored.
    case delete(at: SmallIndexSet)
    /// Asks for the favourites kept last.
    case load
    /// The answer to `load`: takes the place of all favourites.
    case loaded([Int])
    /// Keeps the favourites.
    case save
  }

  /// The list's module; its local state is the favourites themselves.
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
