extension Store {
  /// Where the state is found.
  @inlinable
  public var slice: StateSlice<R.State> {
    StateSlice(
      location: .fixed(UnsafePointer(place)), footprint: .everything, steps: [],
      watchers: watchers, root: self)
  }

  /// The state, for a reader that need not be told of changes. Costs nothing.
  ///
  /// - Precondition: Not read by the store's own reducer, which holds it already.
  @inlinable
  public var current: R.State {
    checkReadable()
    return place.pointee
  }

  /// Reads the state where it lies, without a copy and without being told of changes.
  @inlinable
  public func withState<Result>(_ body: (borrowing R.State) -> Result) -> Result {
    checkReadable()
    return body(place.pointee)
  }

  @inlinable
  func checkReadable() {
    precondition(
      !status.pointee.contains(.reducing),
      "a reducer reads the state it was given, not that of its own store, which it is changing")
  }

  /// Puts the state back to what it was, or was elsewhere: a restored snapshot, a step in a history.
  ///
  /// Whoever watches is told of what differs. Effects in flight go on; their answers are reduced as
  /// any other action.
  ///
  /// - Precondition: Not called by the store's own reducer.
  @inlinable
  public func restore(_ state: consuming R.State) {
    checkReadable()
    place.pointee = state
    reducer.stateWasReplaced(by: place.pointee)
    guard status.pointee.contains(.watched) else { return }
    let isOuter = !status.pointee.contains(.settling)
    status.pointee.insert(.settling)
    watchers.tell(.everything)
    if isOuter { settle(.none, for: nil) }
  }
}
