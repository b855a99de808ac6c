import FlowFloor
package import FlowHarness
import FlowResults
package import Foundation

/// The tasks of child processes.
package enum ChildTasks {
  private static let all: [any ChildTask.Type] = [
    TrialTask.self, LoadTask.self, ContendTask.self, VerifyTask.self, ProbeTask.self,
  ]

  package static var names: [String] { all.map { $0.name } }

  /// The line that a child process sends first.
  package static func started() throws -> String { try ChildMessage<Never, Never>.started.line() }

  /// Does a task, and sends each step and the outcome as a line of JSON.
  ///
  /// - Parameters:
  ///   - json: The task's request.
  ///   - emit: Sends a line; called from several threads, one at a time.
  @MainActor
  package static func serve(
    _ name: String, _ json: Data, catalogue: Catalogue, emit: @escaping @Sendable (String) -> Void
  ) async throws {
    guard let task = all.first(where: { $0.name == name }) else {
      throw PlanError.unknown(option: "<task>", kind: "task", name: name, known: names)
    }
    try await task.serve(json, catalogue: catalogue.withCalibrationWork(), emit: emit)
  }
}
