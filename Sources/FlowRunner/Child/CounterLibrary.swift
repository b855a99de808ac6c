import FlowFloor
import FlowHarness
import FlowResults
import Foundation
import Platform
import Subprocess
import Synchronization

/// The library that is preloaded into counting trials.
package struct CounterLibrary: Equatable, Sendable {
  let path: String
  private let variable: String

  static let build = "\(ToolVersion.buildCommand) --product FlowCount"
  static let fileName = PreloadedLibraries.fileName(of: "FlowCount")

  init(besideExecutable executable: String) throws(UnavailableCounter) {
    guard let variable = PreloadedLibraries.variable else {
      throw UnavailableCounter(reason: "this system cannot preload a library that counts")
    }
    let path = URL(filePath: executable).deletingLastPathComponent()
      .appending(path: Self.fileName).path
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw UnavailableCounter(
        reason: "\(Self.fileName) is missing beside the program, at \(path); "
          + "build it with '\(Self.build)'")
    }
    guard !path.contains(where: PreloadedLibraries.separators.contains) else {
      throw UnavailableCounter(
        reason: "a path with a space or a colon cannot be preloaded, got '\(path)'; "
          + "move the checkout")
    }
    self.path = path
    self.variable = variable
  }

  /// Returns the report of a process with the library about its counts.
  ///
  /// - Throws: `SystemError` if the process could not be started, which says nothing about the library.
  func report(
    of executable: String, isThorough: Bool
  ) async throws(SystemError) -> CounterReport {
    let errors = ErrorText()
    var process = ChildProcess(executable: executable)
    process.environment.merge(environment) { $1 }
    process.files = [path]
    process.takeErrors = { text in errors.text.withLock { $0 += text } }
    let ending = await process.run(ProbeTask.self, .init(isThorough: isThorough)) { _ in }
    if case .prevented(let error) = ending { throw error }
    guard case .finished(var report) = ending else {
      return CounterReport(
        invalidReason: "a process with the library: \(ending.failure ?? "interrupted")")
    }
    // The loader continues without the library and writes "... cannot be preloaded (reason)".
    let refusal = errors.text.withLock { $0 }.firstMatch(of: /cannot be preloaded \(([^)]*)\)/)
    if report.invalidReason != nil, let refusal {
      report.invalidReason = "\(path) cannot be preloaded (\(refusal.1))"
    }
    return report
  }

  /// The standard error of a process, written from any thread.
  private final class ErrorText: Sendable {
    let text = Mutex("")
  }

  /// The environment of a process that is counted; other preloaded libraries stay.
  var environment: [Environment.Key: String?] {
    let others = ProcessInfo.processInfo.environment[variable] ?? ""
    let key = Environment.Key(stringLiteral: variable)
    return [key: others.isEmpty ? path : "\(path):\(others)"]
  }
}

/// The task of a process that reports about its counter.
enum ProbeTask: ChildTask {
  static let name = "probe"

  struct Request: Codable, Sendable {
    /// A Boolean value that indicates whether all known counts are measured.
    var isThorough: Bool
  }

  static func perform(
    _ request: Request, catalogue: Catalogue, step: @escaping @Sendable (Never) -> Void
  ) async throws -> CounterReport {
    await CounterProbe.report(isThorough: request.isThorough)
  }
}

/// The reason why a pass cannot be counted, and the next step.
package struct UnavailableCounter: Error, Equatable, CustomStringConvertible {
  let reason: String
  var remedy = ""

  package var description: String { remedy.isEmpty ? reason : "\(reason); \(remedy)" }
}
