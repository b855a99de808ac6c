import FlowHarness
import Foundation

/// A task of a child process: it receives a request, sends steps, and ends with an outcome.
///
/// The parent runs it by `ChildProcess.run(_:_:step:)`, the child by `serve(_:catalogue:emit:)`.
protocol ChildTask: SendableMetatype {
  /// The contents of the child's standard input.
  associatedtype Request: Codable & Sendable
  /// The progress of a task; `Never` if it has none.
  associatedtype Step: Codable & Sendable
  associatedtype Outcome: Codable & Equatable & Sendable

  /// The argument of `child`.
  static var name: String { get }

  /// Does the task, in the child.
  ///
  /// - Parameter step: Sends a step; may be called from several threads, one at a time.
  /// - Throws: `CatalogueGap` if the catalogue lacks the scenario.
  @MainActor
  static func perform(
    _ request: Request, catalogue: Catalogue, step: @escaping @Sendable (Step) -> Void
  ) async throws -> Outcome
}

/// A message of a child, as a line of JSON.
enum ChildMessage<Step: Codable & Sendable, Outcome: Codable & Sendable>: Codable, Sendable {
  case step(Step)
  /// The last message.
  case ended(Outcome)
  /// The last message of a child whose catalogue lacks the scenario.
  case gap(CatalogueGap)

  /// Returns the line without its end.
  func line() throws -> String {
    String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
  }
}

extension ChildTask {
  typealias Message = ChildMessage<Step, Outcome>

  /// Does the task of a request, and sends each step and the outcome.
  ///
  /// - Parameter emit: Sends a line.
  /// - Throws: `DecodingError` for anything that is not a request, and errors of the task.
  @MainActor
  static func serve(
    _ json: Data, catalogue: Catalogue, emit: @escaping @Sendable (String) -> Void
  ) async throws {
    let request = try JSONDecoder().decode(Request.self, from: json)
    let last: Message
    do {
      last = .ended(
        try await perform(request, catalogue: catalogue) { step in
          guard let line = try? Message.step(step).line() else { return }
          emit(line)
        })
    } catch let gap as CatalogueGap {
      last = .gap(gap)
    }
    emit(try last.line())
  }
}
