/// The location of a part of a store's state, and access to its observers. Apps do not use this
/// type.
public struct _StateSlice<State> {
  @usableFromInline let location: StateLocation<State>
  @usableFromInline let region: StateRegion
  /// The path to a part without a fixed location.
  @usableFromInline let steps: [SliceStep]
  /// Retains the store.
  @usableFromInline let link: _StoreLink

  @inlinable
  init(
    location: StateLocation<State>, region: StateRegion, steps: [SliceStep] = [], link: _StoreLink
  ) {
    self.location = location
    self.region = region
    self.steps = steps
    self.link = link
  }

  /// The observers of the store, for callers that read the part.
  ///
  /// - Precondition: Not called by the store's reducer.
  @inlinable
  var observers: ObserverList {
    link.core.pointee.checkReadable()
    return link.core.observerList
  }

  /// The current value of the part.
  @inlinable
  var value: State {
    link.core.pointee.checkReadable()
    return location.value
  }

  /// Reads the part for a caller that Observation may track. For a part at a fixed place,
  /// `_FixedPart` costs less.
  @inlinable @inline(__always)
  func tracked(
    path: @autoclosure () -> AnyKeyPath? = nil,
    _ areEqual: @autoclosure () -> ((State, State) -> Bool)?
  ) -> State {
    link.core.pointee.checkReadable()
    // Not retained, because the link retains the observers.
    return unsafe link.core.uncountedObservers._withUnsafeGuaranteedRef { observers in
      guard let reader = observers.reader else {
        return observers.read(location, region, steps: steps, path: path(), areEqual: areEqual)
      }
      return unsafe reader._withUnsafeGuaranteedRef {
        $0.read(location, region, steps: steps, path: path(), areEqual: areEqual)
      }
    }
  }

  @inlinable @inline(__always)
  func part<Part>(_ path: KeyPath<State, Part>) -> _StateSlice<Part> {
    let inner = location.part(path)
    let isPlaced = if case .fixed = inner { true } else { false }
    return _StateSlice<Part>(
      location: inner, region: StateRegion.part(path).inside(region),
      steps: isPlaced ? steps : steps + [.path(path)], link: link)
  }

  /// Returns a part that is computed from this one.
  @inlinable
  func computed<Part>(
    _ function: SliceFunction, _ compute: @escaping (State) -> Part
  ) -> _StateSlice<Part> {
    _StateSlice<Part>(
      location: location.map(compute), region: StateRegion.unknown.inside(region),
      steps: steps + [.function(function)], link: link)
  }

  /// Returns a slice of the content of an enum case; `nil` if the state is another case now. While
  /// the state is another case, the slice keeps its last value.
  @inlinable
  func part<Part>(_ path: CasePath<State, Part>) -> _StateSlice<Part>? {
    link.core.pointee.checkReadable()
    let region = StateRegion.unknown.inside(region)
    let steps = steps + [.function(SliceFunction(at: path.site, instance: .casePath))]
    if link.core.isReaderTracked {
      let isPresent = location.map { Presence<Part>(isPresent: path.extract($0) != nil) }
      trackPresence(isPresent, in: region, steps)
    }
    let whole = location.value
    guard let now = path.extract(whole) else { return nil }
    assert(path.checkPlace(for: whole))
    return _StateSlice<Part>(
      location: location.compactMap({ path.extract($0) }, else: now), region: region,
      steps: steps, link: link)
  }
}

extension _StateSlice where State: KeyedElements {
  /// Returns a slice of a member of this collection; `nil` if the member is absent now. While it is
  /// absent later, the slice keeps its last value.
  @inlinable
  func member(_ key: State.ElementKey) -> _StateSlice<State.Member>? {
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
    return _StateSlice<State.Member>(
      location: location.member(key, else: now), region: region, steps: steps, link: link)
  }
}

extension _StateSlice {
  /// Records for a tracked reader whether a part is present, so that the reader is notified when
  /// the part appears or disappears.
  ///
  /// - Parameters:
  ///   - location: The location of the presence.
  ///   - region: The region of the part.
  ///   - steps: The path to the part.
  @inlinable
  @inline(never)
  func trackPresence<Part>(
    _ location: StateLocation<Presence<Part>>, in region: StateRegion, _ steps: [SliceStep]
  ) {
    let presence = _StateSlice<Presence<Part>>(
      location: location, region: region, steps: steps, link: link)
    _ = presence.tracked { $0 == $1 }
  }
}

/// The presence of a part as a readable value.
@usableFromInline
struct Presence<Part>: Equatable {
  @usableFromInline let isPresent: Bool

  @inlinable
  init(isPresent: Bool) { self.isPresent = isPresent }

  @inlinable
  static func == (left: Presence, right: Presence) -> Bool { left.isPresent == right.isPresent }
}
