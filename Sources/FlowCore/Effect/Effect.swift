/// Work that a reducer returns instead of doing.
///
/// `none` costs nothing: no closure is made and nothing is allocated.
@frozen
public enum Effect<Action> {
  /// Nothing to do.
  case none
  /// Work done at once by the store, after the state has changed; an action it returns is sent next.
  case run(() -> Action?)
}
