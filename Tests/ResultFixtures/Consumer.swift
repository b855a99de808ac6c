import Foundation
import Subprocess
import SystemPackage

@testable import FlowRunner

/// Somebody else's program that reads what we write.
package struct Consumer {
  /// Where it is; `nil` when it is not installed.
  package let path: String?
  /// What it is called, and must find beside itself.
  private let name: String

  /// - Parameter files: What it cannot do without.
  package init(_ name: String, needs files: [String] = []) {
    let isComplete = files.allSatisfy { FileManager.default.fileExists(atPath: $0) }
    let found = InstructionTool.program(
      name, path: ProcessInfo.processInfo.environment["PATH"] ?? "")
    self.name = name
    path = isComplete ? found : nil
  }

  /// What it is skipped with.
  package var isInstalled: Bool { path != nil }

  /// Runs it and waits.
  ///
  /// - Returns: What it printed, errors too, and whether it was content.
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
