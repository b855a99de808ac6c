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
  /// The generator's own delay: from the instant at which the action could start to its start. It
  /// is part of the queueing delay.
  public var generatorDelay = LatencyHistogram()
  /// The generator's delays after the end of a previous action.
  public var turnaround = LatencyHistogram()

  /// Creates empty histograms.
  public init() {}

  /// Adds the times of another load.
  public mutating func add(_ other: ActionLatencies) {
    response.add(other.response)
    service.add(other.service)
    queueing.add(other.queueing)
    generatorDelay.add(other.generatorDelay)
    turnaround.add(other.turnaround)
  }
}
