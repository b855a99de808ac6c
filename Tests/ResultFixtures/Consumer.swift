import Foundation
import Subprocess

@testable import FlowRunner

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Another program that reads our files.
package struct Consumer {
  /// The path of the program; `nil` if it is not installed.
  package let path: String?
  private let name: String

  /// - Parameter files: Files that the program requires.
  package init(_ name: String, needs files: [String] = []) {
    let isComplete = files.allSatisfy { FileManager.default.fileExists(atPath: $0) }
    let found = InstructionTool.program(
      name, path: ProcessInfo.processInfo.environment["PATH"] ?? "")
    self.name = name
    path = isComplete ? found : nil
  }

  /// A Boolean value that indicates whether the program is installed.
  package var isInstalled: Bool { path != nil }

  /// Runs the program and waits.
  ///
  /// - Returns: Its output with errors, and whether it succeeded.
  package func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) async throws -> (output: String, isContent: Bool) {
    let variables = environment.map { (Environment.Key(stringLiteral: $0), Optional($1)) }
    let result = try await Subprocess.run(
      path.map { .path(FilePath($0)) } ?? .name(name), arguments: Arguments(arguments),
      environment: .inherit.updating(Dictionary(uniqueKeysWithValues: variables)),
      output: .string(limit: 4 << 20), error: .combinedWithOutput)
    return (result.standardOutput, result.terminationStatus == .exited(0))
  }
}
