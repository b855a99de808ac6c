import Foundation

/// A small file with the current action of a process, for the report if the process crashes or hangs.
final class VerifyProgress {
  enum Stage: String {
    /// `send` was called and has not returned.
    case sending
    /// `settle()` was called and has not returned.
    case settling
    /// No call is pending.
    case resting
  }

  private static let length = 40
  private let descriptor: Int32

  private static func path(in directory: String) -> String { "\(directory)/progress" }

  /// Creates the file in a directory; `nil` if that is impossible.
  init?(in directory: String) {
    descriptor = open(Self.path(in: directory), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Records the action, from 1, and its stage.
  func note(action: Int, _ stage: Stage) {
    let line = "\(action) \(stage.rawValue)\n"
    let bytes = Array(line.padding(toLength: Self.length, withPad: " ", startingAt: 0).utf8)
    // After a failure the report lacks the number of the action.
    _ = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  /// Returns the last entry of the file in a directory.
  static func last(in directory: String) -> (action: Int, stage: Stage)? {
    guard let text = try? String(contentsOfFile: path(in: directory), encoding: .utf8) else {
      return nil
    }
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let action = Int(words[0]), let stage = Stage(rawValue: "\(words[1])")
    else { return nil }
    return (action, stage)
  }
}
