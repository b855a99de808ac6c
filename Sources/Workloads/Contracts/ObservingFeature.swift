/// A module whose actions middlewares can look at and let pass.
///
/// What such a middleware costs is what a hook costs that has nothing to do: logging that is off,
/// a rule that does not apply.
public protocol ObservingFeature: LeafFeature {
  /// What a middleware that looks at every action says to this one: nothing to any that the
  /// generator makes, and something to another, so that no optimiser can leave the look out.
  func observe(_ action: Action) -> Action?
}
