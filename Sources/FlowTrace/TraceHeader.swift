/// What a trace says of itself before its first entry.
public struct TraceHeader: Equatable, Sendable {
  /// Which program was traced, as it calls itself.
  public var app: String?
  /// The seed of what it drew at random, if it has one.
  public var seed: UInt64?
  /// Whether every answer of an effect is marked as one. Where it is not, nobody can tell answers
  /// from what was sent.
  public var marksAnswers: Bool
  /// How many actions there are; `nil` if nobody knew when the trace began.
  public var actionCount: Int?
  /// A digest of the state after the last action, as the program makes it.
  public var digest: String?

  /// A header.
  public init(
    app: String? = nil, seed: UInt64? = nil, marksAnswers: Bool = false, actionCount: Int? = nil,
    digest: String? = nil
  ) {
    self.app = app
    self.seed = seed
    self.marksAnswers = marksAnswers
    self.actionCount = actionCount
    self.digest = digest
  }
}

struct HeaderLine: Decodable {
  static let format = "flow-trace"
  static let version = 1

  var format: String?
  var version: Int?
  var app: String?
  var seed: UInt64?
  var marksAnswers: Bool?
  var actions: Int?
  var digest: String?

  /// What it says.
  var header: TraceHeader {
    TraceHeader(
      app: app, seed: seed, marksAnswers: marksAnswers ?? false, actionCount: actions,
      digest: digest)
  }
}
