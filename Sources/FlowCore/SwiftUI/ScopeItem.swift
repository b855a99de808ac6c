/// The scope of an optional part as the item of a sheet or a navigation destination.
///
/// Two items are equal if their parts have the same identifier, so that a view stays presented
/// while other properties of its part change.
public struct ScopeItem<State: Identifiable, Action>: Identifiable, Hashable {
  /// The identifier that the part had when the item was created.
  public let id: State.ID
  /// The scope of the part.
  ///
  /// While the part is absent or has another identifier, reads return the last state that was read
  /// from the part, because a view remains visible while it is dismissed.
  ///
  /// Actions are not checked in this way. An action that is sent after another part has replaced
  /// this one is an action for the other part.
  public let store: ScopedStore<State, Action>

  init(of scope: ScopedStore<State, Action>, id: State.ID) {
    self.id = id
    let slice = scope._slice
    let last = LastReading<State>(slice.value)
    // The slice would retain the store, which keeps the location of each part that is read.
    let part = slice.location
    let location = StateLocation.computed(
      present: {
        guard let now = part.now, now.id == id else { return nil }
        _ = last.replace(with: now)
        return now
      }, fallback: { last.value })
    store = ScopedStore(
      slice: _StateSlice(
        location: location, region: slice.region, steps: slice.steps + [.member(AnyHashable(id))],
        link: slice.link),
      route: scope._route)
  }

  /// Returns whether two items have the same identifier.
  public static func == (left: ScopeItem, right: ScopeItem) -> Bool { left.id == right.id }

  /// Passes the identifier, and no other property of the part, to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
