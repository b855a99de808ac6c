internal import CFlowCount
internal import Foundation

/// A counter or a clock that is read before and after a batch of actions.
///
/// One thread at a time uses a probe.
final class Probe: @unchecked Sendable {
  /// The measured quantity.
  enum Kind: Sendable {
    /// The events of the thread that sends.
    case thread
    /// The events of the process, between two instants at which no thread counts. If the batch does not await
    /// its work, queues are waited for.
    case process(isAwaited: Bool)
    /// The clock.
    case clock
    /// The clock, after a pause in which other memory was used.
    case pacedClock
  }

  private let kind: Kind
  private var before = Events()
  private var startNs: UInt64 = 0
  /// The thread that began the batch.
  private var thread = pthread_self()
  /// The time for which it had waited for a processor, which takes a while to read.
  private var waitedNs: UInt64 = 0
  private var readNs: UInt64 = 0
  /// The system's queues, except for the main one if the main thread measures.
  private let queues: [DispatchQueue]
  /// A Boolean value that indicates whether other threads counted before the batch.
  private var isDisturbed = false
  /// The events of each batch that other threads did not disturb.
  private(set) var events: [Events] = []
  /// The duration of each batch in nanoseconds.
  private(set) var durationsNs: [Double] = []

  init(_ kind: Kind) {
    self.kind = kind
    queues =
      [.userInteractive, .userInitiated, .default, .utility, .background].map(DispatchQueue.global)
      + (Thread.isMainThread ? [] : [.main])
    events.reserveCapacity(16)
    durationsNs.reserveCapacity(128)
  }

  /// Begins a batch of actions.
  func start() {
    switch kind {
    case .thread:
      flowcount_start()
      before = .ofThread()
    case .process(let isAwaited):
      flowcount_start()
      // The actions before the batch may have left work, of which nothing may have begun.
      let settled = isAwaited || isFlushed() ? Self.settled(pauses: 10) : nil
      isDisturbed = settled == nil
      before = settled ?? Events()
    case .clock: startClock()
    case .pacedClock:
      Pace.wait()
      startClock()
    }
  }

  private func startClock() {
    thread = pthread_self()
    let start = Clock.nowNs()
    waitedNs = flowcount_waited_ns()
    startNs = Clock.nowNs()
    readNs = startNs - start
  }

  /// Ends a batch of actions.
  func stop() {
    switch kind {
    case .thread:
      let after = Events.ofThread()
      flowcount_stop()
      events.append(after - before)
    case .process(let isAwaited):
      let own = Events.ofThread()
      let isDone = isAwaited || isFlushed()
      let ofFlush = Events.ofThread() - own
      let after = isDone ? Self.settled(pauses: 100) : nil
      flowcount_stop()
      if let after, !isDisturbed { events.append(after - before - ofFlush) }
    case .clock, .pacedClock:
      let now = Clock.nowNs()
      durationsNs.append(Double(now) - Double(startNs) - Clock.costNs - waitNs(until: now))
    }
  }

  /// Returns the part of a batch's duration in which other threads used the processor. On a busy machine, the
  /// longest batches would seem the slowest.
  ///
  /// - Parameter end: The end of the batch.
  /// - Returns: 0 if another thread than this one began the batch.
  private func waitNs(until end: UInt64) -> Double {
    guard pthread_equal(thread, pthread_self()) != 0 else { return 0 }
    let waited = Double(flowcount_waited_ns()) - Double(waitedNs)
    // The thread may also have waited during the two readings.
    let reading = readNs + (Clock.nowNs() - end)
    return max(0, waited - Double(reading))
  }

  /// Waits until the work that was given to the system's queues has begun, for at most 1 s.
  ///
  /// A queue begins its work in order, so that an empty block and an empty task at its end are waited for.
  private func isFlushed() -> Bool {
    let group = DispatchGroup()
    for queue in queues { queue.async(group: group) {} }
    for priority: TaskPriority in [.high, .medium, .low, .background] {
      group.enter()
      Task.detached(priority: priority) { group.leave() }
    }
    return group.wait(timeout: .now() + 1) == .success
  }

  /// Waits until no thread counts any more, and returns the events of the process.
  ///
  /// - Parameter pauses: The maximum number of pauses of 2 ms, in each of which a thread counts.
  /// - Returns: `nil` if some thread still counts.
  private static func settled(pauses: Int) -> Events? {
    var last = Events.ofProcess()
    for _ in 0..<pauses {
      usleep(2_000)
      let now = Events.ofProcess()
      if now == last { return now }
      last = now
    }
    return nil
  }
}
