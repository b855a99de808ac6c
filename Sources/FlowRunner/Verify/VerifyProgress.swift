import Foundation

/// A small file in which a process notes how far it is, for whoever finds it dead or stuck.
///
/// Written in place, at each step: what was written is there although the process is not.
final class VerifyProgress {
  /// What a store is waited for to do.
  enum Stage: String {
    /// `send` was called and has not returned.
    case sending
    /// `settle()` was called and has not returned.
    case settling
    /// Nothing.
    case resting
  }

  private static let length = 40
  private let descriptor: Int32

  private static func path(in directory: String) -> String { "\(directory)/progress" }

  /// The file of a directory; `nil` where it cannot be made.
  init?(in directory: String) {
    descriptor = open(Self.path(in: directory), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Notes which action, from 1, is at which stage.
  func note(action: Int, _ stage: Stage) {
    let line = "\(action) \(stage.rawValue)\n"
    let bytes = Array(line.padding(toLength: Self.length, withPad: " ", startingAt: 0).utf8)
    // A report without the number of an action is what comes of a failure here.
    _ = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  /// What was noted last in the file of a directory.
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
