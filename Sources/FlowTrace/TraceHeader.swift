/// The header of a trace.
public struct TraceHeader: Equatable, Sendable {
  /// The name of the program that was traced.
  public var app: String?
  /// The seed of its random numbers, if there is one.
  public var seed: UInt64?
  /// A Boolean value that indicates whether actions of effects are marked. Otherwise, they cannot be
  /// distinguished from other actions.
  public var marksAnswers: Bool
  /// The number of actions; `nil` if it was unknown when the trace began.
  public var actionCount: Int?
  /// A digest of the state after the last action.
  public var digest: String?

  /// Creates a header.
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

  var header: TraceHeader {
    TraceHeader(
      app: app, seed: seed, marksAnswers: marksAnswers ?? false, actionCount: actions,
      digest: digest)
  }
}
