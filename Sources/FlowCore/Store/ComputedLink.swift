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
