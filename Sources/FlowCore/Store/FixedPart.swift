/// A part at a fixed place of a store's state, which a `StoreView` reads directly. Apps do not use
/// this type.
///
/// The value retains nothing and is valid as long as the store exists.
@safe
// Safe: a reader retains the store while it uses the value.
public struct _FixedPart<State> {
  @safe @usableFromInline let core: UnsafeMutablePointer<StoreCore>
  @safe @usableFromInline let place: UnsafePointer<State>
  @usableFromInline let region: StateRegion

  @inlinable
  init(core: UnsafeMutablePointer<StoreCore>, place: UnsafePointer<State>, region: StateRegion) {
    self.core = unsafe core
    self.place = unsafe place
    self.region = region
  }

  @inlinable
  init(core: UnsafeMutablePointer<StoreCore>, place: UnsafePointer<State>) {
    unsafe self.init(core: core, place: place, region: core.pointee.region(of: place))
  }

  /// Returns the part at a key path; `nil` if the path contains computed properties.
  @inlinable @inline(__always)
  func part<Part>(_ path: KeyPath<State, Part>) -> _FixedPart<Part>? {
    guard case .fixed(let inner) = unsafe StateLocation.fixed(place).part(path) else { return nil }
    return unsafe _FixedPart<Part>(core: core, place: inner)
  }

  /// Reads the part for a caller that Observation may track.
  @inlinable @inline(__always)
  func tracked(
    path: @autoclosure () -> AnyKeyPath? = nil,
    _ areEqual: @autoclosure () -> ((State, State) -> Bool)?
  ) -> State {
    core.pointee.checkReadable()
    // Not retained, because the reader retains the store.
    return unsafe core.uncountedObservers._withUnsafeGuaranteedRef { observers in
      if let reader = observers.reader {
        return unsafe reader._withUnsafeGuaranteedRef {
          unsafe $0.read(.fixed(place), region, steps: [], path: path(), areEqual: areEqual)
        }
      }
      guard let slice = unsafe observers.recent.find(region, State.self) else {
        return unsafe observers.read(
          .fixed(place), region, steps: [], path: path(), areEqual: areEqual)
      }
      return unsafe slice._withUnsafeGuaranteedRef { unsafe observers.read(place, in: $0) }
    }
  }
}
