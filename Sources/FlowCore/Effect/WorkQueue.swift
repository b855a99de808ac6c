/// The position in a list of works that several tasks share.
@usableFromInline
class WorkCursor {
  @usableFromInline final let count: Int
  /// The cursor that counts instead of this one.
  @usableFromInline final let source: WorkCursor?
  // Unchecked: confined to the store's executor, and never accessed across a suspension.
  @safe @exclusivity(unchecked) @usableFromInline final var next = 0

  @usableFromInline
  init(count: Int, source: WorkCursor? = nil) {
    self.count = count
    self.source = source
  }

  /// Returns the index of the next work; `nil` if there is none.
  @inlinable
  final func takeNext() -> Int? {
    if let source { return source.takeNext() }
    guard next < count else { return nil }
    next += 1
    return next - 1
  }

  /// A Boolean value that indicates whether a work has been taken.
  @inlinable final var isBegun: Bool { source?.isBegun ?? (next > 0) }
}

/// Works that are started in as few tasks as possible.
///
/// The works share their data, such as an action and a state, and one function performs them. A
/// work that has nothing to do costs a call.
@usableFromInline
class WorkQueue<Action>: WorkCursor {
  /// Performs a work and those after it that no other task takes, until one returns an action.
  // A function and not a method, because a method of a generic class is not specialised.
  @usableFromInline typealias Perform =
    nonisolated(nonsending) (WorkQueue, Int) async throws -> Action?
  @usableFromInline final let perform: Perform

  @inlinable
  init(
    count: Int, source: WorkCursor? = nil,
    _ perform: nonisolated(nonsending) @escaping (WorkQueue, Int) async throws -> Action?
  ) {
    self.perform = perform
    super.init(count: count, source: source)
  }

  /// Returns a single work.
  @usableFromInline
  func work(_ index: Int) -> _EffectWork<Action> { preconditionFailure("it has works") }

  /// Returns the same works with none taken.
  @usableFromInline
  func restarted() -> WorkQueue { preconditionFailure("it has works") }
}

/// Works without shared data.
@usableFromInline
final class WorkList<Action>: WorkQueue<Action> {
  @usableFromInline let works: [_EffectWork<Action>]

  @inlinable
  init(_ works: [_EffectWork<Action>]) {
    self.works = works
    super.init(count: works.count) { queue, first in
      let list = unsafe unsafeDowncast(queue, to: WorkList.self)
      var next: Int? = first
      while let index = next {
        if let answer = try await list.works[index].body() { return answer }
        next = list.takeNext()
      }
      return nil
    }
  }

  @usableFromInline
  override func work(_ index: Int) -> _EffectWork<Action> { works[index] }

  @usableFromInline
  override func restarted() -> WorkQueue<Action> { WorkList(works) }
}

/// Works whose actions are embedded in another action type.
@usableFromInline
final class EmbeddedWorks<Inner, Action>: WorkQueue<Action> {
  @usableFromInline let inner: WorkQueue<Inner>
  @usableFromInline let transform: (Inner) -> Action

  @inlinable
  init(_ inner: WorkQueue<Inner>, _ transform: @escaping (Inner) -> Action) {
    self.inner = inner
    self.transform = transform
    super.init(count: inner.count, source: inner) { queue, first in
      let embedded = unsafe unsafeDowncast(queue, to: EmbeddedWorks.self)
      return try await embedded.inner.perform(embedded.inner, first).map(embedded.transform)
    }
  }

  @usableFromInline
  override func work(_ index: Int) -> _EffectWork<Action> {
    let (work, transform) = (inner.work(index), transform)
    return _EffectWork { try await work.body().map(transform) }
  }

  @usableFromInline
  override func restarted() -> WorkQueue<Action> { EmbeddedWorks(inner.restarted(), transform) }
}
