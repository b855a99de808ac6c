/// How arrivals at one rate are spread over time.
public enum ArrivalProcess: String, CaseIterable, Codable, Sendable {
  /// As evenly as the rate allows: what a machine makes. Kind to queues, because nothing bunches.
  case constant
  /// Independent of one another: what many users make who do not know each other.
  case poisson
}
