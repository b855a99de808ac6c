public import Workloads

/// A shape of store that is written for one feature and can hold no other: a limit that stores of any
/// feature are held against.
///
/// What it plugs in is made for the feature's own types; nothing of it is generic. It holds one module,
/// alone in a store, without middlewares.
@MainActor
public protocol FeatureDesign {
  /// What it is written for.
  associatedtype F: LeafFeature

  /// Its name, which it may share with the same shape of other features.
  var description: DesignDescription { get }

  /// Plugs in what makes a store that holds the feature.
  func plug<S: StoreSocket>(into socket: S) -> S.Plugged where S.F == F
}
