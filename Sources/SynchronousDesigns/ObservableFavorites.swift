import Observation
import Workloads

/// Favourites whose readers are tracked by Observation. As `ObservableCounter`, and written out again: a
/// generic class would make its path at each use.
final class ObservableFavorites: ObservableByHand {
  typealias F = FavoritesFeature

  private let registrar = ObservationRegistrar()
  private let path = \ObservableFavorites.self
  private let feature: FavoritesFeature
  // Unchecked: whoever is notified reads when the change is over.
  @exclusivity(unchecked) private(set) var state: FavoritesFeature.State

  init(_ feature: FavoritesFeature) {
    self.feature = feature
    state = feature.initialState
  }

  func send(_ action: FavoritesFeature.Action) {
    registrar.willSet(self, keyPath: path)
    feature.reduce(into: &state, action: action)
  }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    switch reading {
    // Which slots there are never changes, and a digest is not a view.
    case .structure, .digest: break
    case .drawn, .derived: registrar.access(self, keyPath: path)
    }
    return feature.read(reading, state, slot: slot)
  }
}
