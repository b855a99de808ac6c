/// The four times of actions that arrive on a schedule, each counted by itself.
///
/// Nothing is corrected afterwards: an action that had to wait because the one before it took long
/// is recorded with that wait, so there is no coordinated omission to be filled in.
public struct ActionLatencies: Equatable, Codable, Sendable {
  /// From the instant an action was meant to come to the end of all it caused: what a person feels.
  public var response = LatencyHistogram()
  /// From its start to that end: what the store takes.
  public var service = LatencyHistogram()
  /// From the instant it was meant to come to its start: how long it stood in line.
  public var queueing = LatencyHistogram()
  /// From the instant it could have begun, because it had come and nothing was in its way, to its
  /// start: the generator's own error, which is part of the queueing time.
  public var generatorDelay = LatencyHistogram()
  /// Those of these delays that followed the end of an action before: of whoever stood in line.
  public var turnaround = LatencyHistogram()

  /// Nothing was measured.
  public init() {}

  /// Takes in what others have measured.
  public mutating func add(_ other: ActionLatencies) {
    response.add(other.response)
    service.add(other.service)
    queueing.add(other.queueing)
    generatorDelay.add(other.generatorDelay)
    turnaround.add(other.turnaround)
  }
}
