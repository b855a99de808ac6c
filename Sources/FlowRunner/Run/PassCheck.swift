import FlowResults
import Foundation
import Subprocess
import Synchronization

/// The passes of a plan that this machine and this build can measure.
package struct PassCheck: SessionTools {
  /// The library of counting trials; `nil` if they are skipped.
  private(set) var counterLibrary: CounterLibrary?
  /// The counter of instructions; `nil` if they are skipped.
  private(set) var instructions: PreparedInstructionTool?
  /// The passes that are skipped, with the reason and the remedy.
  private(set) var skipped: [Pass: String] = [:]

  /// Checks the passes before the first trial.
  ///
  /// - Throws: `PlanError` if no pass is left.
  init(_ passes: [Pass], executable: String) async throws(PlanError) {
    if passes.contains(.counting) {
      do {
        let library = try CounterLibrary(besideExecutable: executable)
        let report = await library.report(of: executable, isThorough: false)
        if let invalidReason = report.invalidReason {
          skipped[.counting] =
            "\(invalidReason); try '\(CounterLibrary.build)', then '\(Executable.name) doctor'"
        } else {
          counterLibrary = library
        }
      } catch {
        skipped[.counting] = error.description
      }
    }
    if passes.contains(.instructions) {
      switch InstructionTool.find() {
      case .failure(let missing):
        skipped[.instructions] = missing.description
      case .success(let tool):
        do { instructions = try PreparedInstructionTool(tool, executable: executable) } catch {
          if SystemError.isCause(of: error) {
            throw .system(SystemError("the copy of the program for valgrind", error))
          }
          skipped[.instructions] = "the program cannot be copied for valgrind: \(error)"
        }
      }
    }
    if passes.allSatisfy({ skipped[$0] != nil }), let pass = passes.first {
      throw .refused(
        option: "--passes", reason: "\(pass.rawValue) cannot be measured: \(skipped[pass] ?? "")")
    }
  }

  /// Removes the copy of the program.
  package func end() { instructions?.remove() }

  /// A line for each skipped pass, for stderr.
  package var text: String {
    Pass.allCases.compactMap { pass in
      skipped[pass].map { "--passes: \(pass.rawValue) is skipped, its cells stay empty: \($0)\n" }
    }.joined()
  }
}

extension CounterLibrary {
  /// Returns the report of a process with the library about its counts.
  func report(of executable: String, isThorough: Bool) async -> CounterReport {
    let errors = ErrorText()
    var process = ChildProcess(executable: executable)
    process.environment.merge(environment) { $1 }
    process.takeErrors = { errors.add($0) }
    let ending = await process.run(ProbeTask.self, .init(isThorough: isThorough)) { _ in }
    guard case .finished(var report) = ending else {
      return CounterReport(invalidReason: "a process with it: \(ending.failure ?? "interrupted")")
    }
    // The loader continues without it and writes "... cannot be preloaded (reason)".
    if report.invalidReason != nil, let refusal = errors.text.firstMatch(of: Self.refusal)?.1 {
      report.invalidReason = "\(path) cannot be preloaded (\(refusal))"
    }
    return report
  }

  private static var refusal: Regex<(Substring, Substring)> { /cannot be preloaded \(([^)]*)\)/ }

  /// The environment of a process that is counted; other preloaded libraries stay.
  var environment: [Environment.Key: String?] {
    let others = ProcessInfo.processInfo.environment[Self.variable] ?? ""
    let key = Environment.Key(stringLiteral: Self.variable)
    return [key: others.isEmpty ? path : "\(path):\(others)"]
  }
}

/// The standard error of a process, written from any thread.
private final class ErrorText: Sendable {
  private let said = Mutex("")

  var text: String { said.withLock { $0 } }

  func add(_ text: String) { said.withLock { $0 += text } }
}
