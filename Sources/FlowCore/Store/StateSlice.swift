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
    link.core.pointee.checkReadable()
    return location.value
  }

  /// The part as it is now, for a reader that Observation may track; for one at a fixed place
  /// `FixedPart` costs less.
  @inlinable @inline(__always)
  func tracked(
    path: @autoclosure () -> AnyKeyPath? = nil,
    _ areEqual: @autoclosure () -> ((State, State) -> Bool)?
  ) -> State {
    link.core.pointee.checkReadable()
    // Not counted: the link holds them.
    return link.core.uncountedObservers._withUnsafeGuaranteedRef { observers in
      guard let reader = observers.reader else {
        return observers.read(location, region, steps: steps, path: path(), areEqual: areEqual)
      }
      return reader._withUnsafeGuaranteedRef {
        $0.read(location, region, steps: steps, path: path(), areEqual: areEqual)
      }
    }
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
  /// One member of this collection, which stands for what it is now while it is not there; `nil` if it
  /// is not there now.
  @inlinable
  func member(_ key: State.ElementKey) -> StateSlice<State.Member>? {
    link.core.pointee.checkReadable()
    guard let now = location.now(key) else { return nil }
    return StateSlice<State.Member>(
      location: location.member(key, else: now),
      region: region.element(key), steps: steps + [.member(AnyHashable(key))], link: link)
  }
}
