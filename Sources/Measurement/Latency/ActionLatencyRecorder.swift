/// Counts the four times of each action while a load goes on; see ``ActionLatencies``.
public struct ActionLatencyRecorder {
  @usableFromInline var response = LatencyRecorder()
  @usableFromInline var service = LatencyRecorder()
  @usableFromInline var queueing = LatencyRecorder()
  @usableFromInline var generatorDelay = LatencyRecorder()

  /// Nothing was counted yet, and all memory is there: 1.2 MB, given back by `deallocate()`.
  public init() {}

  /// Gives the memory back.
  public func deallocate() {
    for recorder in [response, service, queueing, generatorDelay] { recorder.deallocate() }
  }

  /// Forgets everything, and keeps the memory.
  public mutating func reset() {
    response.reset()
    service.reset()
    queueing.reset()
    generatorDelay.reset()
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
    generatorDelay.record(ns: startedNs &- max(intendedNs, freeNs))
  }

  /// What was counted so far.
  public var latencies: ActionLatencies {
    var latencies = ActionLatencies()
    latencies.response = LatencyHistogram(response)
    latencies.service = LatencyHistogram(service)
    latencies.queueing = LatencyHistogram(queueing)
    latencies.generatorDelay = LatencyHistogram(generatorDelay)
    return latencies
  }
}
