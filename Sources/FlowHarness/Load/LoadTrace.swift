/// A recorded trace whose actions are sent again.
struct LoadTrace: Codable, Equatable {
  /// Where it is.
  var path: String
  /// How many times as fast as it was recorded; `nil`: each action when the last one is done.
  var speed: Double?
  /// How many actions are sent: all but answers, up to the first fault.
  var sentCount: Int
  /// When the last one comes, in nanoseconds since the trace began; `nil` if nobody knows.
  var lastNs: UInt64?
  /// Of the state in which they must end, as the trace says; `nil` if it does not, or goes on.
  var digest: UInt64?

  /// How long actions come.
  var durationNs: UInt64 {
    guard let speed, let lastNs else { return 1 }
    return Self.scaled(lastNs, by: speed) + 1
  }

  /// A time in the trace as one of the replay.
  static func scaled(_ ns: UInt64, by speed: Double) -> UInt64 {
    speed == 1 ? ns : UInt64((Double(ns) / speed).rounded())
  }
}

extension LoadTrace: CustomStringConvertible {
  /// The trace in words without spaces, stable from run to run.
  var description: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let speed = speed.map { "x\($0)" } ?? ReplayOptions.asFastAsPossible
    return "trace:\(name.replacing(" ", with: "-")):\(speed)"
  }
}
