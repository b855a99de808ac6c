import FlowHarness
import FlowResults
import Foundation
import Synchronization

/// The request of a child process.
struct VerifyRequest: Codable, Equatable, Sendable {
  var cases: [VerifyCase]
  var settings: VerifySettings
  /// The directory for features that keep files, and for the progress.
  var workDirectory: String
}

/// The cases of one design; a step is the start or the end of a case.
enum VerifyTask: ChildTask {
  static let name = "verify"

  enum Step: Codable, Sendable {
    case began(Int)
    case ended(Int, CaseOutcome)
  }

  static func perform(
    _ request: VerifyRequest, catalogue: Catalogue, step: @escaping @Sendable (Step) -> Void
  ) async throws -> PrintedText {
    let printed = PrintedOutput()
    let verifier = Verifier(
      catalogue: catalogue, settings: request.settings,
      progress: VerifyProgress(in: request.workDirectory), workDirectory: request.workDirectory)
    for (index, check) in request.cases.enumerated() {
      printed?.begin(index)
      step(.began(index))
      do {
        step(.ended(index, try await verifier.run(check)))
      } catch PlanError.unsupported {
        throw MissingDesignError(check.scenario)
      }
    }
    return printed?.finish() ?? PrintedText()
  }
}

/// The standard output of a process's stores.
struct PrintedText: Codable, Equatable, Sendable {
  var bytes = 0
  var firstLine = ""
  var firstCase: Int?
}

/// Counts the standard output of stores; messages of a child process have their own `ChildChannel`.
final class PrintedOutput: Sendable {
  private static let maxLineLength = 80
  private static let patienceMs: Int32 = 100
  private let input: Int32
  /// The counts, the first bytes, and the current case.
  private let state = Mutex((text: PrintedText(), start: [UInt8](), current: 0))
  private let ended = DispatchSemaphore(value: 0)

  /// Takes over standard output; `nil` if that is impossible.
  init?() {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    fflush(nil)
    guard dup2(ends[1], STDOUT_FILENO) >= 0 else { return nil }
    close(ends[1])
    input = ends[0]
    Thread.detachNewThread { [self] in
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = read(input, &buffer, buffer.count)
        guard count > 0 else { break }
        state.withLock { state in
          state.text.bytes += count
          state.text.firstCase = state.text.firstCase ?? state.current
          state.start += buffer[..<count].prefix(Self.maxLineLength - state.start.count)
        }
      }
      close(input)
      ended.signal()
    }
  }

  /// Records the start of a case, after all earlier output has been read.
  func begin(_ index: Int) {
    fflush(nil)
    var printed = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    for _ in 0..<Self.patienceMs where poll(&printed, 1, 0) > 0 { usleep(1_000) }
    state.withLock { $0.current = index }
  }

  /// Redirects standard output to standard error, and returns the counts.
  func finish() -> PrintedText {
    fflush(nil)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    // A process that a store has started may keep the pipe open.
    _ = ended.wait(timeout: .now() + .seconds(1))
    return state.withLock { state in
      var text = state.text
      text.firstLine = String(
        decoding: state.start.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      return text
    }
  }
}

/// A small file with the current action of a process, which the report names if the process crashes
/// or hangs.
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

  func record(action: Int, _ stage: Stage) {
    let line = "\(action) \(stage.rawValue)\n"
    let bytes = Array(line.padding(toLength: Self.length, withPad: " ", startingAt: 0).utf8)
    // After a failure the report lacks the number of the action.
    _ = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  /// Returns the last entry of the file in a directory.
  static func last(in directory: String) -> (action: Int, stage: Stage)? {
    let text = (try? String(contentsOfFile: path(in: directory), encoding: .utf8)) ?? ""
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let action = Int(words[0]), let stage = Stage(rawValue: "\(words[1])")
    else { return nil }
    return (action, stage)
  }
}
