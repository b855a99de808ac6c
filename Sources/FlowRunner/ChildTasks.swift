package import FlowHarness
import FlowResults
package import Foundation

/// Everything that a child can be asked for.
package enum ChildTasks {
  /// One line for each.
  private static let all: [any ChildTask.Type] = [
    TrialTask.self, LoadTask.self, ContendTask.self, ExploreTask.self, VerifyTask.self,
    ProbeTask.self,
  ]

  /// What they are called.
  package static var names: [String] { all.map { $0.name } }

  /// Does one of them; says each step and the end of it, a line of JSON each.
  ///
  /// - Parameters:
  ///   - json: The task's request.
  ///   - emit: Takes a line; called from several threads, one at a time.
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
