/// A store seen through one module's eyes: its part of the state, its own actions.
///
/// What must be true of it: it keeps no state, so it can never lag behind the truth; a send goes
/// straight to the root; a module that holds one need not know what it is a part of.
///
/// What it costs: two words, and one object of six words for each level that changes the action. A
/// send calls one closure for each of these levels. Reading a part that lies at a fixed place in the
/// root's state costs nothing more, however deep the scope is. It keeps the root alive, and belongs to
/// the root's actor.
public struct ScopedStore<State, Action>: StoreView {
  /// The innermost level.
  @usableFromInline let link: StoreLink
  /// Where the part lies; `nil` if that is not fixed: then the link knows.
  @usableFromInline let place: UnsafePointer<State>?

  /// What shows a part and sends by a route.
  @inlinable
  init(slice: StateSlice<State>, route: ActionRoute<Action>) {
    if case .fixed(let place) = slice.location {
      self.place = place
      link = route.link
    } else {
      place = nil
      link = ComputedLink(slice, outer: route.link, step: { _, _ in })
    }
  }

  /// What shows a part, and sends what a step makes of its actions, in place.
  @inlinable @inline(__always)
  init(
    slice: StateSlice<State>, outer: StoreLink,
    step: @escaping StoreLink.Step
  ) {
    outer.core.pointee.reserve(Action.self)
    if case .fixed(let place) = slice.location {
      self.place = place
      link = StoreLink(core: outer.core, outer: outer, step: step)
    } else {
      place = nil
      link = ComputedLink(slice, outer: outer, step: step)
    }
  }

  /// What shows one member of a collection, and sends what a step makes of its actions.
  @inlinable @inline(__always)
  init<Key>(
    member slice: StateSlice<State>, key: Key, outer: StoreLink,
    step: @escaping StoreLink.Step
  ) {
    outer.core.pointee.reserve(Action.self)
    place = nil
    link = MemberLink(slice, key: key, outer: outer, step: step)
  }

  /// Where the part is found.
  @inlinable
  public var slice: StateSlice<State> {
    guard let place else {
      let computed = unsafeDowncast(link, to: ComputedLink<State>.self)
      return StateSlice(
        location: computed.location, region: computed.region, steps: computed.steps, link: link)
    }
    return StateSlice(
      location: .fixed(place), region: link.core.pointee.region(of: place), link: link)
  }

  /// The part where it lies, if that is fixed.
  @inlinable
  public var fixedPart: FixedPart<State>? {
    place.map { FixedPart(core: link.core, place: $0) }
  }

  /// How an action gets to the root.
  @inlinable
  public var route: ActionRoute<Action> { ActionRoute(link) }

  /// The same scope: there is nothing to be changed.
  @inlinable
  public func scope() -> ScopedStore { self }

  /// Sends the action, embedded in those of the levels above, to the root.
  @inlinable
  public func send(_ action: consuming Action) { route.forward(action) }

  /// Sends the actions, embedded in those of the levels above, to the root, as one batch.
  @inlinable
  public func send(contentsOf actions: some Sequence<Action>) {
    route.forward(contentsOf: actions)
  }

  /// As `Store.run`: sends, and waits until everything the action caused has ended.
  @inlinable
  public nonisolated(nonsending) func run(_ action: Action) async {
    await route.forwardAwaiting(action)
  }
}

/// The link of a scope whose part has no fixed place in the store's memory.
@usableFromInline
class ComputedLink<State>: StoreLink {
  @usableFromInline final let location: StateLocation<State>
  @usableFromInline final let region: StateRegion
  @usableFromInline final let steps: [SliceStep]

  @inlinable
  init(
    _ slice: StateSlice<State>, outer: StoreLink,
    step: @escaping StoreLink.Step
  ) {
    location = slice.location
    region = slice.region
    steps = slice.steps
    super.init(core: outer.core, outer: outer, step: step)
  }
}

@usableFromInline
final class MemberLink<State, Key>: ComputedLink<State> {
  /// The member's.
  // Here and not in the step: one that keeps nothing but what embeds the action becomes one function
  // with it, where that is written as a closure that keeps nothing.
  @usableFromInline let key: Key

  @inlinable
  init(
    _ slice: StateSlice<State>, key: Key, outer: StoreLink,
    step: @escaping StoreLink.Step
  ) {
    self.key = key
    super.init(slice, outer: outer, step: step)
  }
}
