/// The link of a scope for one member of a collection.
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
