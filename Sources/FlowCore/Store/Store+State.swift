extension Store {
  /// Where the state is found.
  @inlinable
  public var slice: StateSlice<R.State> {
    StateSlice(
      location: .fixed(UnsafePointer(place)), footprint: .everything, steps: [],
      watchers: watchers, root: self)
  }

  /// How an action gets to the root: this store.
  @inlinable
  public var way: ActionWay<R.Action> {
    ActionWay(
      take: { self.send($0.assumingMemoryBound(to: R.Action.self).move()) },
      forwardAwaiting: { await self.run($0) })
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

  /// How many effects have begun and not ended.
  public var effectsInFlight: Int { runner.flights.count }

  /// Whether anybody wants to be told of changes at present.
  public var isWatched: Bool { board.pointee.status.contains(.watched) }

  /// Cancels all effects in flight.
  public func cancelEffects() { runner.cancelAll() }

  @inlinable
  func checkReadable() {
    precondition(
      !board.pointee.status.contains(.reducing),
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
    guard board.pointee.status.contains(.watched) else { return }
    let isOuter = !board.pointee.status.contains(.settling)
    board.pointee.status.insert(.settling)
    watchers.tell(.everything)
    if isOuter { settle(.none, for: nil) }
  }
}
