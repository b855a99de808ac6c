/// Where one part of a store's state is found, and who wants to know of its changes.
///
/// What a `StoreView` reads by; apps have no use for it.
public struct StateSlice<State> {
  @usableFromInline let location: StateLocation<State>
  /// The region of the root's state that it is in.
  @usableFromInline let region: StateRegion
  /// For parts without a fixed place of their own: the steps that lead to them.
  @usableFromInline let steps: [SliceStep]
  /// Keeps the root store alive.
  @usableFromInline let link: StoreLink

  @inlinable
  init(
    location: StateLocation<State>, region: StateRegion, steps: [SliceStep] = [], link: StoreLink
  ) {
    self.location = location
    self.region = region
    self.steps = steps
    self.link = link
  }

  /// Those who observe the root.
  @inlinable var observers: ObserverList { link.core.observerList }

  /// The part as it is now.
  @inlinable
  var value: State {
    checkReadable()
    return location.value
  }

  /// The part as it is now, for a reader that Observation may track.
  @inlinable @inline(__always)
  func tracked(
    path: @autoclosure () -> AnyKeyPath? = nil,
    _ areEqual: @autoclosure () -> ((State, State) -> Bool)?
  ) -> State {
    checkReadable()
    // Not counted: the link holds them.
    return link.core.uncountedObservers._withUnsafeGuaranteedRef { observers in
      if let reader = observers.reader {
        return reader._withUnsafeGuaranteedRef {
          $0.read(location, region, steps: steps, path: path(), areEqual: areEqual)
        }
      }
      guard steps.isEmpty, let slice = observers.recent.find(region, State.self) else {
        return observers.read(location, region, steps: steps, path: path(), areEqual: areEqual)
      }
      return slice._withUnsafeGuaranteedRef { observers.read(location, in: $0) }
    }
  }

  @inlinable
  func checkReadable() {
    precondition(
      !link.core.pointee.status.contains(.reducing),
      "a reducer reads the state it was given, not that of its own store, which it is changing")
  }

  /// The part of this part at the end of a path.
  @inlinable @inline(__always)
  func part<Part>(_ path: KeyPath<State, Part>) -> StateSlice<Part> {
    let inner = location.part(path)
    let isPlaced = if case .fixed = inner { true } else { false }
    return StateSlice<Part>(
      location: inner, region: StateRegion.part(path).inside(region),
      steps: isPlaced ? steps : steps + [.path(path)], link: link)
  }

  /// What a function makes of this part.
  @inlinable
  func computed<Part>(
    _ function: SliceFunction, _ compute: @escaping (State) -> Part
  ) -> StateSlice<Part> {
    StateSlice<Part>(
      location: location.map(compute), region: StateRegion.unknown.inside(region),
      steps: steps + [.function(function)], link: link)
  }

  /// What a function makes of this part, as long as it makes something.
  @inlinable
  func computed<Part>(
    _ function: SliceFunction, else fallback: Part, _ compute: @escaping (State) -> Part?
  ) -> StateSlice<Part> {
    StateSlice<Part>(
      location: location.compactMap(compute, else: fallback),
      region: StateRegion.unknown.inside(region), steps: steps + [.function(function)],
      link: link)
  }
}

extension StateSlice where State: KeyedElements {
  /// One member of this collection; `fallback` when it is not there.
  @inlinable
  func member(_ key: State.ElementKey, else fallback: State.Member) -> StateSlice<State.Member> {
    StateSlice<State.Member>(
      location: location.member(key, else: fallback),
      region: region.element(key), steps: steps + [.member(AnyHashable(key))], link: link)
  }
}
