import FlowResults
import Foundation
import Subprocess
import Synchronization

/// Which passes of a plan this machine and this build can measure, and why not the others.
package struct PassCheck: SessionTools {
  /// What counting trials preload; `nil` when they are skipped.
  private(set) var counterLibrary: CounterLibrary?
  /// What counts instructions; `nil` when they are skipped.
  private(set) var instructions: PreparedInstructionTool?
  /// The passes that are left out, with the reason and the remedy.
  private(set) var skipped: [Pass: String] = [:]

  /// Looks once, before the first trial.
  ///
  /// - Parameter executable: The program that trials run.
  /// - Throws: `PlanError` when no pass is left.
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

  /// Removes what was prepared.
  package func end() { instructions?.remove() }

  /// One line for each pass that is left out, for stderr.
  package var text: String {
    Pass.allCases.compactMap { pass in
      skipped[pass].map { "--passes: \(pass.rawValue) is skipped, its cells stay empty: \($0)\n" }
    }.joined()
  }
}

extension CounterLibrary {
  /// What a process of `executable` with the library in it says of its counts.
  func report(of executable: String, isThorough: Bool) async -> CounterReport {
    let errors = ErrorText()
    var process = ChildProcess(executable: executable)
    process.environment.merge(environment) { $1 }
    process.takeErrors = { errors.add($0) }
    let ending = await process.run(ProbeTask.self, .init(isThorough: isThorough)) { _ in }
    guard case .finished(var report) = ending else {
      return CounterReport(invalidReason: "a process with it: \(ending.failure ?? "interrupted")")
    }
    // The loader goes on without it and says so itself: "... cannot be preloaded (reason)".
    if report.invalidReason != nil, let refusal = errors.text.firstMatch(of: Self.refusal)?.1 {
      report.invalidReason = "\(path) cannot be preloaded (\(refusal))"
    }
    return report
  }

  private static var refusal: Regex<(Substring, Substring)> { /cannot be preloaded \(([^)]*)\)/ }

  /// What a process must have in its environment to be counted; what others preload stays.
  var environment: [Environment.Key: String?] {
    let others = ProcessInfo.processInfo.environment[Self.variable] ?? ""
    let key = Environment.Key(stringLiteral: Self.variable)
    return [key: others.isEmpty ? path : "\(path):\(others)"]
  }
}

/// What a process has written to its standard error, from whichever thread it comes.
private final class ErrorText: Sendable {
  private let said = Mutex("")

  var text: String { said.withLock { $0 } }

  func add(_ text: String) { said.withLock { $0 += text } }
}
