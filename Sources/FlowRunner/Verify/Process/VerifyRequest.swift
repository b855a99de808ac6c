/// The cases of one design as the child process is asked for them.
struct VerifyRequest: Codable, Equatable, Sendable {
  var cases: [VerifyCase]
  var settings: VerifySettings
  /// Where features that keep files may write, and where the process notes how far it is.
  var workDirectory: String
}
