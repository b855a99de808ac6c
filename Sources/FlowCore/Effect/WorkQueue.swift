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

/// What one of the tasks that share works carries out: its own first, then whatever is left.
@usableFromInline
struct SharedWorks<Action> {
  @usableFromInline let first: EffectWork<Action>
  @usableFromInline let queue: WorkQueue<Action>

  @inlinable
  init(first: EffectWork<Action>, queue: WorkQueue<Action>) {
    self.first = first
    self.queue = queue
  }
}
