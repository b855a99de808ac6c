/// A recorded trace whose actions are sent again.
package struct LoadTrace: Codable, Equatable {
  /// The path of the trace's file.
  package var path: String
  /// How many times as fast as it was recorded; `nil`: each action when the last one is done.
  package var speed: Double?
  /// How many actions are sent: all but answers, up to the first fault.
  package var sentCount: Int
  /// When the last one comes, in nanoseconds since the trace began; `nil` if nobody knows.
  package var lastNs: UInt64?
  /// Of the state in which they must end, as the trace says; `nil` if it does not, or goes on.
  package var digest: UInt64?

  package init(
    path: String, speed: Double? = nil, sentCount: Int, lastNs: UInt64? = nil,
    digest: UInt64? = nil
  ) {
    self.path = path
    self.speed = speed
    self.sentCount = sentCount
    self.lastNs = lastNs
    self.digest = digest
  }

  /// The word for no pauses at all.
  package static let asFastAsPossible = "as-fast-as-possible"

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
  package var description: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let speed = speed.map { "x\($0)" } ?? Self.asFastAsPossible
    return "trace:\(name.replacing(" ", with: "-")):\(speed)"
  }
}
