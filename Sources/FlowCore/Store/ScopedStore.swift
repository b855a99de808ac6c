/// A view of a part of a store, with the actions of one module.
///
/// A scoped store has no state of its own: it reads and sends directly to its store. A module that
/// uses one does not need to know which store it is part of.
///
/// A scoped store has a size of two words and allocates one object of six words for each level that
/// embeds actions. A send calls one closure for each of these levels. Reads of a part at a fixed
/// place cost the same at any depth. A scoped store retains its store and is confined to the same
/// actor.
@safe
// Safe: the link retains the store that has the place.
public struct ScopedStore<State, Action>: StoreView {
  @usableFromInline let link: _StoreLink
  /// The place of the part; `nil` if it is not fixed and known by the link.
  @safe @usableFromInline let place: UnsafePointer<State>?

  @inlinable
  init(slice: _StateSlice<State>, route: _ActionRoute<Action>) {
    if case .fixed(let place) = slice.location {
      self.place = unsafe place
      link = route.link
    } else {
      place = nil
      link = unsafe ComputedLink(slice, outer: route.link, step: { _, _ in })
    }
  }

  /// Creates a scope of a part. The step embeds its actions in place.
  @inlinable @inline(__always)
  init(
    slice: _StateSlice<State>, outer: _StoreLink,
    step: @escaping _StoreLink.Step
  ) {
    outer.core.pointee.reserve(Action.self)
    if case .fixed(let place) = slice.location {
      self.place = unsafe place
      link = unsafe _StoreLink(core: outer.core, outer: outer, step: step)
    } else {
      place = nil
      link = unsafe ComputedLink(slice, outer: outer, step: step)
    }
  }

  /// Creates a scope of a member of a collection. The step embeds its actions in place.
  @inlinable @inline(__always)
  init<Key>(
    member slice: _StateSlice<State>, key: Key, outer: _StoreLink,
    step: @escaping _StoreLink.Step
  ) {
    outer.core.pointee.reserve(Action.self)
    place = nil
    link = unsafe MemberLink(slice, key: key, outer: outer, step: step)
  }

  /// The location of the part.
  @inlinable
  public var _slice: _StateSlice<State> {
    guard let place else {
      let computed = unsafe unsafeDowncast(link, to: ComputedLink<State>.self)
      return _StateSlice(
        location: computed.location, region: computed.region, steps: computed.steps, link: link)
    }
    return unsafe _StateSlice(
      location: .fixed(place), region: link.core.pointee.region(of: place), link: link)
  }

  /// The part, if it has a fixed place.
  @inlinable
  public var _fixedPart: _FixedPart<State>? {
    unsafe place.map { unsafe _FixedPart(core: link.core, place: $0) }
  }

  /// The route of actions to the store.
  @inlinable
  public var _route: _ActionRoute<Action> { _ActionRoute(link) }

  /// Returns the scope itself.
  @inlinable
  public func scope() -> ScopedStore { self }

  /// Sends an action to the store.
  @inlinable
  public func send(_ action: consuming Action) { _route.forward(action) }

  /// Sends actions to the store as one batch.
  @inlinable
  public func send(contentsOf actions: some Sequence<Action>) {
    _route.forward(contentsOf: actions)
  }

  /// Sends an action to the store and waits for everything that it causes; see
  /// `Store.sendAndWait(_:)`.
  ///
  /// - Precondition: Called on the actor that created the store.
  @inlinable
  public nonisolated(nonsending) func sendAndWait(_ action: Action) async {
    await _route.forwardAwaiting(action)
  }
}

/// The link of a scope whose part has no fixed place.
@usableFromInline
class ComputedLink<State>: _StoreLink {
  @usableFromInline final let location: StateLocation<State>
  @usableFromInline final let region: StateRegion
  @usableFromInline final let steps: [SliceStep]

  @inlinable
  init(
    _ slice: _StateSlice<State>, outer: _StoreLink,
    step: @escaping _StoreLink.Step
  ) {
    location = slice.location
    region = slice.region
    steps = slice.steps
    unsafe super.init(core: outer.core, outer: outer, step: step)
  }
}

@usableFromInline
final class MemberLink<State, Key>: ComputedLink<State> {
  // Stored here and not in the step. A step that captures only `embed` is merged with it if it is
  // written as a closure without captures.
  @usableFromInline let key: Key

  @inlinable
  init(
    _ slice: _StateSlice<State>, key: Key, outer: _StoreLink,
    step: @escaping _StoreLink.Step
  ) {
    self.key = key
    unsafe super.init(slice, outer: outer, step: step)
  }
}
