import FlowHarness
import FlowResults
import Foundation
import Platform

/// The request of a child process.
struct VerifyRequest: Codable, Equatable, Sendable {
  var cases: [VerifyCase]
  var settings: VerifySettings
  /// The directory for features that keep files, and for the progress.
  var workDirectory: String
  /// The number of this process among those that run at the same time, each on another core; `nil`:
  /// on all cores.
  var slot: Int?
}

/// The cases of one design; a step is the start or the end of a case.
enum VerifyTask: ChildTask {
  static let name = "verify"

  enum Step: Codable, Sendable {
    case began(Int)
    /// Further actions were sent.
    case continued
    case ended(Int, CaseOutcome)
  }

  static func perform(
    _ request: VerifyRequest, catalogue: Catalogue, step: @escaping @Sendable (Step) -> Void
  ) async throws -> PrintedText {
    // First, so that every thread is pinned. On one core, a change of threads takes a third.
    if let slot = request.slot, request.cases.allSatisfy({ $0.scenario.affinity == .pinned }) {
      _ = CoreAffinity.current?.pinToLast(slot: slot)
    }
    ProcessCheck.begin()
    let printed = PrintedOutput(in: request.workDirectory)
    let verifier = Verifier(
      catalogue: catalogue, settings: request.settings,
      progress: VerifyProgress(in: request.workDirectory) { step(.continued) },
      workDirectory: request.workDirectory)
    for (index, check) in request.cases.enumerated() {
      step(.began(index))
      do {
        let outcome = try await verifier.run(check)
        printed?.end(index)
        step(.ended(index, outcome))
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

/// A file with the standard output of stores; messages of a child process have their own
/// `ChildChannel`.
final class PrintedOutput {
  private static let maxLineLength = 80
  private let file: Int32
  private var text = PrintedText()

  /// Takes over standard output; `nil` if that is impossible.
  init?(in directory: String) {
    file = open("\(directory)/printed", O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    fflush(nil)
    guard dup2(file, STDOUT_FILENO) >= 0 else { return nil }
  }

  deinit { close(file) }

  /// Counts the output of a case that has ended.
  func end(_ index: Int) {
    fflush(nil)
    let bytes = Int(lseek(file, 0, SEEK_END))
    guard bytes > text.bytes else { return }
    text.bytes = bytes
    text.firstCase = text.firstCase ?? index
  }

  /// Redirects standard output to standard error, and returns the counts.
  func finish() -> PrintedText {
    dup2(STDERR_FILENO, STDOUT_FILENO)
    var start = [UInt8](repeating: 0, count: Self.maxLineLength)
    let count = max(0, pread(file, &start, start.count, 0))
    text.firstLine = String(
      decoding: start[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return text
  }
}

/// A small file with the current action of a process, which the report names if the process crashes
/// or hangs.
final class VerifyProgress {
  enum Stage: Int64 {
    /// `send` was called and has not returned.
    case sending = 1
    /// `settle()` was called and has not returned.
    case settling
    /// No call is pending.
    case resting
  }

  private static let length = MemoryLayout<Entry>.size
  /// The number of actions between two signs of life.
  private static let actionsPerBeat = 1000
  // Mapped, because a write for each action would take as long as the store.
  private let line: UnsafeMutableRawPointer
  private let beat: () -> Void
  private var sent = 0

  private static func path(in directory: String) -> String { "\(directory)/progress" }

  /// Creates the file in a directory; `nil` if that is impossible.
  ///
  /// - Parameter beat: Called after every thousand actions.
  init?(in directory: String, beat: @escaping () -> Void = {}) {
    let file = open(Self.path(in: directory), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard ftruncate(file, off_t(Self.length)) == 0,
      let line = mmap(nil, Self.length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      line != MAP_FAILED
    else { return nil }
    self.line = line
    self.beat = beat
  }

  deinit { munmap(line, Self.length) }

  func record(action: Int, _ stage: Stage) {
    if stage == .sending {
      sent += 1
      if sent % Self.actionsPerBeat == 0 { beat() }
    }
    let entry = Entry(action: Int64(action), stage: stage.rawValue)
    line.storeBytes(of: entry, as: Entry.self)
  }

  private struct Entry: BitwiseCopyable {
    var action: Int64
    var stage: Int64
  }

  /// Returns the last entry of the file in a directory.
  static func last(in directory: String) -> (action: Int, stage: Stage)? {
    guard let data = FileManager.default.contents(atPath: path(in: directory)),
      data.count == length
    else { return nil }
    let entry = data.withUnsafeBytes { $0.loadUnaligned(as: Entry.self) }
    return Stage(rawValue: entry.stage).map { (Int(entry.action), $0) }
  }
}
