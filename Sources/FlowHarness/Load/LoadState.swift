package import Measurement
import Platform
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

/// The time of a load in the hands of a loop: when the action at hand was meant to come, when it
/// began, and what was written down so far.
@usableFromInline
struct LoadTimes {
  private let clock: LoadClock
  /// After this time nobody is sent any more.
  @usableFromInline let endNs: UInt64
  private var meter: LoadMeter
  /// When the last action ended.
  @usableFromInline var freeNs: UInt64 = 0
  /// When the action at hand was meant to come.
  @usableFromInline var intendedNs: UInt64 = 0
  private var startedNs: UInt64 = 0
  /// Whether the action at hand was sent and its work goes on.
  @usableFromInline var isDeferred = false

  /// The load begins now.
  @MainActor
  init(_ job: LoadJob) {
    // Where time jumps nothing takes the core away.
    self.init(
      job.request, job.start.clock(), job.feed, notesStalls: !job.request.isVirtual)
  }

  /// The load begins when its clock does.
  init(_ request: LoadRequest, _ clock: LoadClock, _ feed: PageFeed, notesStalls: Bool) {
    self.clock = clock
    let traffic = request.traffic
    endNs = traffic.durationNs + request.drainNs
    meter = LoadMeter(
      stageEndsNs: traffic.stageEndsNs, feed: feed, notesStalls: notesStalls)
  }

  /// Whether nobody is sent any more.
  @inlinable var isOver: Bool { freeNs >= endNs }

  /// Waits until the action at hand is meant to come, and begins it.
  // A call, like the one below: they would be some 900 bytes in the loop of each store.
  @usableFromInline
  @inline(never)
  mutating func begin() { startedNs = clock.wait(untilNs: intendedNs) }

  /// Writes down that the action at hand has ended.
  @usableFromInline
  @inline(never)
  mutating func finish(_ line: inout WaitingLine?) {
    let endedNs = clock.nowNs()
    // As where time jumps.
    if endedNs == intendedNs, freeNs <= intendedNs {
      meter.recordInstant(atNs: endedNs, dropped: line?.dropped ?? 0)
    } else {
      meter.record(
        intendedNs: intendedNs, startedNs: startedNs, endedNs: endedNs, freeNs: freeNs,
        dropped: line?.dropped ?? 0)
    }
    line?.ended(atNs: endedNs)
    freeNs = endedNs
  }

  // MARK: One of several workers

  /// As `begin`, where other threads may wait for the same core.
  mutating func beginSharing() { startedNs = clock.waitSharing(untilNs: intendedNs) }

  /// Begins the action at hand if it is meant to come by now.
  ///
  /// - Returns: How long it is until then; 0: it has begun.
  mutating func beginIfDue() -> UInt64 {
    let now = clock.nowNs()
    guard now >= intendedNs else { return intendedNs - now }
    startedNs = now
    return 0
  }

  /// As `finish`, where nobody is ever turned away.
  mutating func finish() {
    let endedNs = clock.nowNs()
    meter.record(
      intendedNs: intendedNs, startedNs: startedNs, endedNs: endedNs, freeNs: freeNs, dropped: 0)
    freeNs = endedNs
  }

  /// Ends the load: what has come of it.
  @usableFromInline
  mutating func result(dropped: Int, abandoned: Int) -> LoadResult {
    let stalls = meter.finish(dropped: dropped)
    return LoadResult(
      completed: meter.completed, dropped: dropped, abandoned: abandoned, endedNs: freeNs,
      startNs: clock.startNs, stalls: stalls)
  }
}

/// One load as a store's loop is given it: who comes when, and what is written down.
@usableFromInline
package struct LoadJob {
  let request: LoadRequest
  let start: LoadStart
  let feed: PageFeed
  /// Where the ends of users' actions are written down; `nil`: nowhere.
  let ends: EndLog?
  /// Folds what is sent; `nil`: the check is made afterwards.
  let check: (any LoadCheck)?

  package init(
    request: LoadRequest, start: LoadStart, feed: PageFeed, ends: EndLog? = nil,
    check: (any LoadCheck)? = nil
  ) {
    self.request = request
    self.start = start
    self.feed = feed
    self.ends = ends
    self.check = check
  }
}

extension ActionBatch {
  /// Hands the rest of the stream to a load; nothing can be refilled after that.
  ///
  /// - Returns: The load, in memory of its own, since a captured variable would be guarded at each
  ///   access; for `end()` to give back.
  /// - Throws: What making the source of the load's actions throws.
  @usableFromInline
  @MainActor
  func loadState(_ job: LoadJob) throws -> UnsafeMutablePointer<LoadState<F>> {
    let source = try LoadSource(job.request, feature: feature, generator: generator, ends: job.ends)
    let state = UnsafeMutablePointer<LoadState<F>>.allocate(capacity: 1)
    state.initialize(to: LoadState(job, source))
    return state
  }
}

/// When a load begins: once all that it sends is at hand, which may take longer than the load.
@MainActor
package final class LoadStart {
  /// Processor time of all threads until then.
  package private(set) var cpuNs: UInt64 = 0
  private let makeClock: @MainActor () -> LoadClock

  package init(_ makeClock: @escaping @MainActor () -> LoadClock) { self.makeClock = makeClock }

  /// Begins; the clock's zero is now.
  func clock() -> LoadClock {
    cpuNs = ProcessCPUClock.nowNs()
    return makeClock()
  }
}

/// The counts of a load.
@usableFromInline
package struct LoadResult: Codable, Equatable, Sendable {
  /// The times of the actions of each stage, by their intended start; added after the load.
  package var stages: [ActionLatencies] = []
  package var completed: Int
  /// The number of actions that found the queue full.
  package var dropped: Int
  /// The number of actions that were not completed before the end of the load.
  package var abandoned: Int
  /// The end of the last action, in nanoseconds since the start.
  package var endedNs: UInt64
  /// The start of the load, by the clock that it reads.
  package var startNs: UInt64 = 0
  package var stalls: [LoadStall] = []

  package init(
    completed: Int, dropped: Int, abandoned: Int, endedNs: UInt64, startNs: UInt64 = 0,
    stalls: [LoadStall] = []
  ) {
    self.completed = completed
    self.dropped = dropped
    self.abandoned = abandoned
    self.endedNs = endedNs
    self.startNs = startNs
    self.stalls = stalls
  }

  /// The times of all stages together.
  package var whole: ActionLatencies {
    stages.dropFirst().reduce(into: stages.first ?? ActionLatencies()) { $0.add($1) }
  }
}
