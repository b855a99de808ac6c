/// Counts the four times of each action while a load goes on; see ``ActionLatencies``.
public struct ActionLatencyRecorder {
  @usableFromInline var response = LatencyRecorder()
  @usableFromInline var service = LatencyRecorder()
  @usableFromInline var queueing = LatencyRecorder()
  /// Delays of those that nothing stood in the way of, and of those that stood in line: side by side, so
  /// that which it is costs no branch that nobody can predict.
  @usableFromInline let delays: UnsafeMutablePointer<LatencyRecorder>

  /// Nothing was counted yet, and all memory is there: 1.5 MB, given back by `deallocate()`.
  public init() {
    delays = .allocate(capacity: 2)
    for index in 0..<2 { (delays + index).initialize(to: LatencyRecorder()) }
  }

  /// Gives the memory back.
  public func deallocate() {
    for recorder in [response, service, queueing, delays[0], delays[1]] { recorder.deallocate() }
    delays.deallocate()
  }

  /// Forgets everything, and keeps the memory.
  public mutating func reset() {
    response.reset()
    service.reset()
    queueing.reset()
    delays[0].reset()
    delays[1].reset()
  }

  /// Counts one action.
  ///
  /// - Parameters:
  ///   - intendedNs: When it was meant to come.
  ///   - startedNs: When it was sent; not before that.
  ///   - endedNs: When all it caused was done; not before it was sent.
  ///   - freeNs: When what stood in its way had ended.
  @inlinable @inline(__always)
  public mutating func record(
    intendedNs: UInt64, startedNs: UInt64, endedNs: UInt64, freeNs: UInt64
  ) {
    response.record(ns: endedNs &- intendedNs)
    service.record(ns: endedNs &- startedNs)
    queueing.record(ns: startedNs &- intendedNs)
    delays[intendedNs < freeNs ? 1 : 0].record(ns: startedNs &- max(intendedNs, freeNs))
  }

  /// Counts an action of which all four times are 0: it was sent when it came, and nothing took time.
  @inlinable @inline(__always)
  public mutating func recordInstant() {
    response.recordNothing()
    service.recordNothing()
    queueing.recordNothing()
    delays[0].recordNothing()
  }

  /// What was counted so far.
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
