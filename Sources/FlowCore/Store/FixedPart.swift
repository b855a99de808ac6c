/// A part that lies at a fixed place of a store's state, as whoever holds the store sees it.
///
/// What a `StoreView` reads by where it can; apps have no use for it. Nothing in it is counted, so that
/// making one costs nothing: it is valid as long as the store.
public struct FixedPart<State> {
  @usableFromInline let core: UnsafeMutablePointer<StoreCore>
  @usableFromInline let place: UnsafePointer<State>
  @usableFromInline let region: StateRegion

  @inlinable
  init(core: UnsafeMutablePointer<StoreCore>, place: UnsafePointer<State>, region: StateRegion) {
    self.core = core
    self.place = place
    self.region = region
  }

  @inlinable
  init(core: UnsafeMutablePointer<StoreCore>, place: UnsafePointer<State>) {
    self.init(core: core, place: place, region: core.pointee.region(of: place))
  }

  /// The part at the end of a path, if the path leads through stored properties.
  @inlinable @inline(__always)
  func part<Part>(_ path: KeyPath<State, Part>) -> FixedPart<Part>? {
    guard case .fixed(let inner) = StateLocation.fixed(place).part(path) else { return nil }
    return FixedPart<Part>(core: core, place: inner)
  }

  /// The part as it is now, for a reader that Observation may track.
  @inlinable @inline(__always)
  func tracked(
    path: @autoclosure () -> AnyKeyPath? = nil,
    _ areEqual: @autoclosure () -> ((State, State) -> Bool)?
  ) -> State {
    core.pointee.checkReadable()
    // Not counted: whoever reads holds the store, and that holds them.
    return core.uncountedObservers._withUnsafeGuaranteedRef { observers in
      if let reader = observers.reader {
        return reader._withUnsafeGuaranteedRef {
          $0.read(.fixed(place), region, steps: [], path: path(), areEqual: areEqual)
        }
      }
      guard let slice = observers.recent.find(region, State.self) else {
        return observers.read(
          .fixed(place), region, steps: [], path: path(), areEqual: areEqual)
      }
      return slice._withUnsafeGuaranteedRef { observers.read(place, in: $0) }
    }
  }
}
