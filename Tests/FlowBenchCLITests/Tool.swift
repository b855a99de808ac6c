import FlowHarness
import FlowTestSupport
import Foundation
import Subprocess

@testable import FlowResults

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// The real executable, as built beside the tests.
struct Tool {
  /// The output and the exit code of a call.
  struct Result {
    let exitCode: Int32
    let output: String
    let error: String

    /// The lines of stderr.
    var errorLines: [Substring] { error.split(separator: "\n") }
  }

  static let path = TestImage.products.appending(path: "flowbench").path

  /// Runs `flowbench` with `arguments`, `input` on its standard input, and `environment` beside
  /// ours, and waits for it.
  static func run(
    _ arguments: [String], directory: String? = nil, program: String = path,
    environment: [String: String] = [:], input: String = ""
  ) async throws -> Result {
    let variables = environment.map { (Environment.Key(stringLiteral: $0), Optional($1)) }
    let result = try await Subprocess.run(
      .path(FilePath(program)), arguments: Arguments(arguments),
      environment: .inherit.updating(Dictionary(uniqueKeysWithValues: variables)),
      workingDirectory: directory.map { FilePath($0) }, input: .string(input),
      output: .string(limit: 4 << 20), error: .string(limit: 4 << 20))
    return Result(
      exitCode: exitCode(of: result.terminationStatus), output: result.standardOutput,
      error: result.standardError)
  }

  /// Returns the code that a shell would report.
  private static func exitCode(of status: TerminationStatus) -> Int32 {
    switch status {
    case .exited(let code): code
    case .signaled(let signal): 128 + signal
    }
  }

  /// Options of a run of few trials by a debug build: on a busy machine each may take as long as it
  /// likes.
  static let patient = ["--allow-debug", "--suite", "smoke", "--limit", "600"]

  /// Options of a run that ends in a second.
  static let quick = patient + ["--actions", "200", "--rounds", "1"]
}

extension Tool {
  /// Starts `flowbench`, sends it a signal once `ready` holds, and waits for it.
  static func runInterrupted(
    _ arguments: [String], by signal: Signal = .interrupt,
    when ready: @escaping @Sendable () -> Bool
  ) async throws -> Result {
    let result = try await Subprocess.run(
      .path(FilePath(path)), arguments: Arguments(arguments), input: .none,
      output: .string(limit: 1 << 20), error: .string(limit: 1 << 20)
    ) { execution in
      // Polled, since only the file system says that the run has begun.
      while !ready() { try await Task.sleep(for: .milliseconds(20)) }
      try execution.send(signal: signal)
    }
    return Result(
      exitCode: exitCode(of: result.terminationStatus), output: result.standardOutput,
      error: result.standardError)
  }
}
