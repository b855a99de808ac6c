/// A recorder of the four times of each action during a load; see ``ActionLatencies``.
public struct ActionLatencyRecorder {
  @usableFromInline var response = LatencyRecorder()
  @usableFromInline var service = LatencyRecorder()
  @usableFromInline var queueing = LatencyRecorder()
  /// The delays of actions that did not queue, and of those that did, side by side so that the
  /// choice costs no branch.
  @usableFromInline let delays: UnsafeMutablePointer<LatencyRecorder>

  /// Creates an empty recorder and allocates its 1.5 MB.
  public init() {
    delays = .allocate(capacity: 2)
    for index in 0..<2 { (delays + index).initialize(to: LatencyRecorder()) }
  }

  /// Frees the memory, after which the recorder must not be used.
  public func deallocate() {
    for recorder in [response, service, queueing, delays[0], delays[1]] { recorder.deallocate() }
    delays.deallocate()
  }

  /// Removes all times and keeps the memory.
  public mutating func reset() {
    response.reset()
    service.reset()
    queueing.reset()
    delays[0].reset()
    delays[1].reset()
  }

  /// Records one action.
  ///
  /// - Parameters:
  ///   - intendedNs: The intended start.
  ///   - startedNs: The start; not before that.
  ///   - endedNs: The end of everything that it caused; not before the start.
  ///   - freeNs: The end of the actions that were in its way.
  @inlinable @inline(__always)
  public mutating func record(
    intendedNs: UInt64, startedNs: UInt64, endedNs: UInt64, freeNs: UInt64
  ) {
    response.record(ns: endedNs &- intendedNs)
    service.record(ns: endedNs &- startedNs)
    queueing.record(ns: startedNs &- intendedNs)
    delays[intendedNs < freeNs ? 1 : 0].record(ns: startedNs &- max(intendedNs, freeNs))
  }

  /// Records an action whose four times are 0.
  @inlinable @inline(__always)
  public mutating func recordInstant() {
    response.recordNothing()
    service.recordNothing()
    queueing.recordNothing()
    delays[0].recordNothing()
  }

  /// The times recorded so far.
  public var latencies: ActionLatencies {
    var latencies = ActionLatencies()
    latencies.response = LatencyHistogram(response)
    latencies.service = LatencyHistogram(service)
    latencies.queueing = LatencyHistogram(queueing)
    latencies.turnaround = LatencyHistogram(delays[1])
    latencies.generatorDelay = LatencyHistogram(delays[0])
    latencies.generatorDelay.add(latencies.turnaround)
    return latencies
  }
}
