public import Workloads

/// A load with its actions while a store's loop sends them.
///
/// What depends on the feature is one function for each feature, and what depends on nothing
/// (`LoadTimes`) one for all: they are called for each action, and not made again for each store.
@usableFromInline
struct LoadState<F: Feature>: ~Copyable {
  @usableFromInline var source: LoadSource<F>
  @usableFromInline var times: LoadTimes
  /// What folds each action that is sent, which the job keeps; `nil`: nothing does.
  @usableFromInline let fold: UnsafeMutablePointer<Floor<F>>?

  @MainActor
  init(_ job: LoadJob, _ source: consuming LoadSource<F>) {
    self.source = source
    times = LoadTimes(job)
    fold = (job.check as? LoadFold<F>)?.floor
  }

  /// What is sent next, once it is time for it; `nil` at the end.
  @inlinable
  @inline(never)
  mutating func next() -> F.Action? {
    guard !times.isOver, let (atNs, action) = source.nextAction(freeNs: times.freeNs) else {
      return nil
    }
    times.intendedNs = atNs
    if let fold { fold.pointee.send(action) }
    return action
  }

  /// Waits until the next action is meant to come, and begins it.
  @inlinable
  @inline(__always)
  mutating func begin() { times.begin() }

  /// Writes down that the action has ended.
  @inlinable
  @inline(__always)
  mutating func finish() { times.finish(&source.line) }

  /// Defers the end of the action until its work is done.
  @inlinable
  @inline(__always)
  mutating func deferEnd() { times.isDeferred = true }

  /// Writes down that the action that was deferred has ended, if one was.
  @inlinable
  @inline(__always)
  mutating func resume() {
    guard times.isDeferred else { return }
    times.isDeferred = false
    finish()
  }
}

extension UnsafeMutablePointer where Pointee: ~Copyable {
  /// Ends a load and gives its memory back.
  ///
  /// - Returns: What has come of it.
  @inlinable
  @inline(never)
  func end<F>() -> LoadResult where Pointee == LoadState<F> {
    let abandoned = pointee.source.close()
    let result = pointee.times.result(dropped: pointee.source.dropped, abandoned: abandoned)
    deinitialize(count: 1)
    deallocate()
    return result
  }
}
