/// How far the tasks are that share several works: whoever comes next takes the next.
@usableFromInline
class WorkCursor {
  @usableFromInline final let count: Int
  /// The one that counts in place of this one.
  @usableFromInline final let source: WorkCursor?
  // Unchecked: used on the store's executor only, and never while something is awaited.
  @exclusivity(unchecked) @usableFromInline final var next = 0

  @usableFromInline
  init(count: Int, source: WorkCursor? = nil) {
    self.count = count
    self.source = source
  }

  /// Takes the next work; `nil` when there is none.
  @inlinable
  final func takeNext() -> Int? {
    if let source { return source.takeNext() }
    guard next < count else { return nil }
    next += 1
    return next - 1
  }

  /// Whether some have been taken.
  @inlinable final var isBegun: Bool { source?.isBegun ?? (next > 0) }
}

/// Works that are started in as few tasks as can be.
///
/// They share what they are about, an action and a state for example, and are carried out by one
/// function that knows it: a work that has nothing to do costs a call.
@usableFromInline
class WorkQueue<Action>: WorkCursor {
  /// Carries out a work and those after it, as far as nobody else takes them, until one answers.
  // A function that is given the queue, and no method: one of a generic class is not compiled for its
  // types.
  @usableFromInline typealias CarryOut =
    nonisolated(nonsending) (WorkQueue, Int) async throws -> Action?
  @usableFromInline final let carryOut: CarryOut

  @inlinable
  init(
    count: Int, source: WorkCursor? = nil,
    _ carryOut: nonisolated(nonsending) @escaping (WorkQueue, Int) async throws -> Action?
  ) {
    self.carryOut = carryOut
    super.init(count: count, source: source)
  }

  /// One of them by itself.
  @usableFromInline
  func work(_ index: Int) -> EffectWork<Action> { preconditionFailure("it has works") }

  /// The same works, of which none has been taken.
  @usableFromInline
  func restarted() -> WorkQueue { preconditionFailure("it has works") }
}

/// Works that have nothing in common.
@usableFromInline
final class WorkList<Action>: WorkQueue<Action> {
  @usableFromInline let works: [EffectWork<Action>]

  @inlinable
  init(_ works: [EffectWork<Action>]) {
    self.works = works
    super.init(count: works.count) { queue, first in
      let list = unsafeDowncast(queue, to: WorkList.self)
      var next: Int? = first
      while let index = next {
        if let answer = try await list.works[index].body() { return answer }
        next = list.takeNext()
      }
      return nil
    }
  }

  @usableFromInline
  override func work(_ index: Int) -> EffectWork<Action> { works[index] }

  @usableFromInline
  override func restarted() -> WorkQueue<Action> { WorkList(works) }
}

/// Works whose answers are embedded in another kind of action.
@usableFromInline
final class EmbeddedWorks<Inner, Action>: WorkQueue<Action> {
  @usableFromInline let inner: WorkQueue<Inner>
  @usableFromInline let transform: (Inner) -> Action

  @inlinable
  init(_ inner: WorkQueue<Inner>, _ transform: @escaping (Inner) -> Action) {
    self.inner = inner
    self.transform = transform
    super.init(count: inner.count, source: inner) { queue, first in
      let embedded = unsafeDowncast(queue, to: EmbeddedWorks.self)
      return try await embedded.inner.carryOut(embedded.inner, first).map(embedded.transform)
    }
  }

  @usableFromInline
  override func work(_ index: Int) -> EffectWork<Action> {
    let (work, transform) = (inner.work(index), transform)
    return EffectWork { try await work.body().map(transform) }
  }

  @usableFromInline
  override func restarted() -> WorkQueue<Action> { EmbeddedWorks(inner.restarted(), transform) }
}
