/// Where the users of a crowd act.
@frozen public enum CrowdPlaces: String, Codable, Sendable {
  /// All of them in the same slots, as on a server.
  case shared
  /// Each in a copy of the app that nobody else has, as on a phone.
  case own
}
