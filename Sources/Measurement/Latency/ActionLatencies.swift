/// The histograms of the four times of actions that arrive on a schedule.
///
/// The response time includes queueing, so there is no coordinated omission to correct.
public struct ActionLatencies: Equatable, Codable, Sendable {
  /// The response time: from the intended start to the end of everything that the action caused.
  public var response = LatencyHistogram()
  /// The service time: from the start to that end.
  public var service = LatencyHistogram()
  /// The queueing delay: from the intended start to the start.
  public var queueing = LatencyHistogram()
  /// The generator's own part of the queueing delay: from the instant at which the action could
  /// start to its start.
  public var generatorDelay = LatencyHistogram()

  /// Creates empty histograms.
  public init() {}

  /// Adds the times of another load.
  public mutating func add(_ other: ActionLatencies) {
    response.add(other.response)
    service.add(other.service)
    queueing.add(other.queueing)
    generatorDelay.add(other.generatorDelay)
  }
}

/// A recorder of the times of ``ActionLatencies`` during a load.
public struct ActionLatencyRecorder {
  @usableFromInline var response = LatencyRecorder()
  @usableFromInline var service = LatencyRecorder()
  @usableFromInline var queueing = LatencyRecorder()
  @usableFromInline var generatorDelay = LatencyRecorder()

  /// Creates an empty recorder and allocates its 1.2 MB.
  public init() {}

  /// Frees the memory, after which the recorder must not be used.
  public func deallocate() {
    for recorder in [response, service, queueing, generatorDelay] { recorder.deallocate() }
  }

  /// Removes all times and keeps the memory.
  public mutating func reset() {
    response.reset()
    service.reset()
    queueing.reset()
    generatorDelay.reset()
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
    generatorDelay.record(ns: startedNs &- max(intendedNs, freeNs))
  }

  /// Records an action whose four times are 0.
  @inlinable @inline(__always)
  public mutating func recordInstant() {
    response.recordNothing()
    service.recordNothing()
    queueing.recordNothing()
    generatorDelay.recordNothing()
  }

  /// The times recorded so far.
  public var latencies: ActionLatencies {
    var latencies = ActionLatencies()
    latencies.response = LatencyHistogram(response)
    latencies.service = LatencyHistogram(service)
    latencies.queueing = LatencyHistogram(queueing)
    latencies.generatorDelay = LatencyHistogram(generatorDelay)
    return latencies
  }
}
