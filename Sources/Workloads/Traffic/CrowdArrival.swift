/// When the users of a crowd come for the first time.
public enum CrowdArrival: String, CaseIterable, Codable, Sendable {
  /// All of them at the start, as when a shop opens: the worst there is.
  case together
  /// At independent instants, each as likely, over the whole duration: a Poisson process, given how
  /// many there are.
  case poisson
}
