/// Works that several tasks share: whoever comes next takes the next.
@usableFromInline
final class WorkQueue<Action> {
  @usableFromInline let works: [EffectWork<Action>]
  // Unchecked: used on the store's executor only, and never while something is awaited.
  @exclusivity(unchecked) @usableFromInline var next = 0

  @inlinable
  init(_ works: [EffectWork<Action>]) { self.works = works }

  @inlinable
  func popFirst() -> EffectWork<Action>? {
    guard next < works.count else { return nil }
    next += 1
    return works[next - 1]
  }
}
