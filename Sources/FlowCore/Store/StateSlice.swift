/// Where one part of a store's state is found, and who wants to know of its changes.
///
/// What a `StoreView` reads by; apps have no use for it.
public struct StateSlice<State> {
  @usableFromInline let location: Location<State>
  /// The part of the root's state that it is in.
  @usableFromInline let footprint: Footprint
  /// For parts without a fixed place of their own: the steps that lead to them.
  @usableFromInline let steps: [AnyHashable]
  @usableFromInline let watchers: Watchers
  /// Keeps the root store alive.
  @usableFromInline let root: AnyObject

  @inlinable
  init(
    location: Location<State>, footprint: Footprint, steps: [AnyHashable], watchers: Watchers,
    root: AnyObject
  ) {
    self.location = location
    self.footprint = footprint
    self.steps = steps
    self.watchers = watchers
    self.root = root
  }

  /// The part as it is now.
  @inlinable
  var value: State {
    checkReadable()
    return location.value
  }

  /// The part as it is now, for a reader that Observation may track.
  @inlinable
  func tracked(_ areEqual: @autoclosure () -> ((State, State) -> Bool)?) -> State {
    checkReadable()
    return watchers.read(location, footprint, steps: steps, areEqual: areEqual)
  }

  @inlinable
  func checkReadable() {
    precondition(
      !watchers.board.pointee.status.contains(.reducing),
      "a reducer reads the state it was given, not that of its own store, which it is changing")
  }

  /// The part of this part at the end of a path.
  @inlinable
  func part<Part>(_ path: KeyPath<State, Part>) -> StateSlice<Part> {
    let inner = location.part(path)
    let isPlaced = if case .fixed = inner { true } else { false }
    return StateSlice<Part>(
      location: inner, footprint: Footprint.part(path).inside(footprint),
      steps: isPlaced ? steps : steps + [AnyHashable(path)], watchers: watchers, root: root)
  }

  /// What a function makes of this part; `step` names the function.
  @inlinable
  func computed<Part>(
    _ step: AnyHashable, within part: Footprint = .everything, _ compute: @escaping (State) -> Part
  ) -> StateSlice<Part> {
    StateSlice<Part>(
      location: location.map(compute), footprint: part.inside(footprint), steps: steps + [step],
      watchers: watchers, root: root)
  }
}

/// A name that no other has.
@usableFromInline
final class UniqueStep: Hashable {
  @usableFromInline init() {}

  @usableFromInline
  static func == (left: UniqueStep, right: UniqueStep) -> Bool { left === right }

  @usableFromInline
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
