/// Where one part of a store's state is found, and who wants to know of its changes.
///
/// What a `StoreView` reads by; apps have no use for it.
public struct StateSlice<State> {
  @usableFromInline let location: StateLocation<State>
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

  /// The part that a case carries, which stands for what it is now while the state is in another case;
  /// `nil` if it is in another case now.
  @inlinable
  func part<Part>(_ prism: Prism<State, Part>) -> StateSlice<Part>? {
    link.core.pointee.checkReadable()
    let region = StateRegion.unknown.inside(region)
    let steps = steps + [.function(prism.function)]
    if link.core.isReaderTracked {
      let isPresent = location.map { Presence<Part>(isPresent: prism.extract($0) != nil) }
      trackPresence(isPresent, in: region, steps)
    }
    guard let now = prism.extract(location.value) else { return nil }
    return StateSlice<Part>(
      location: location.compactMap({ prism.extract($0) }, else: now), region: region,
      steps: steps, link: link)
  }
}

extension StateSlice where State: KeyedElements {
  /// One member of this collection, which stands for what it is now while it is not there; `nil` if it
  /// is not there now.
  @inlinable
  func member(_ key: State.ElementKey) -> StateSlice<State.Member>? {
    link.core.pointee.checkReadable()
    let region = region.element(key)
    let steps = steps + [.member(AnyHashable(key))]
    if link.core.isReaderTracked {
      let location = location
      let isPresent = StateLocation.derived {
        Presence<State.Member>(isPresent: location.now(key) != nil)
      }
      trackPresence(isPresent, in: region, steps)
    }
    guard let now = location.now(key) else { return nil }
    return StateSlice<State.Member>(
      location: location.member(key, else: now), region: region, steps: steps, link: link)
  }
}

extension StateSlice {
  /// Notes for a tracked reader whether a part of this one is present, so that the reader is notified
  /// when that part appears or vanishes.
  ///
  /// - Parameters:
  ///   - location: Where it says whether the part is present.
  ///   - region: The region of the part.
  ///   - steps: The steps that lead to the part.
  @inlinable
  @inline(never)
  func trackPresence<Part>(
    _ location: StateLocation<Presence<Part>>, in region: StateRegion, _ steps: [SliceStep]
  ) {
    let presence = StateSlice<Presence<Part>>(
      location: location, region: region, steps: steps, link: link)
    _ = presence.tracked { $0 == $1 }
  }
}

/// Whether a part is present, as a part that can be read.
@usableFromInline
struct Presence<Part>: Equatable {
  @usableFromInline let isPresent: Bool

  @inlinable
  init(isPresent: Bool) { self.isPresent = isPresent }

  @inlinable
  static func == (left: Presence, right: Presence) -> Bool { left.isPresent == right.isPresent }
}
