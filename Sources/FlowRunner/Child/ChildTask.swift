import FlowHarness
import FlowResults
import Foundation
import PlainText
import Workloads

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
  @MainActor
  static func perform(
    _ request: Request, catalogue: Catalogue, step: @escaping @Sendable (Step) -> Void
  ) async throws -> Outcome
}

enum ChildMessage<Step: Codable & Sendable, Outcome: Codable & Sendable>: Codable, Sendable {
  /// The first message, before anything of the package runs; earlier revisions do not send it.
  case started
  case step(Step)
  /// The last message.
  case ended(Outcome)
  /// The last message of a child whose catalogue lacks the scenario.
  case gap(MissingDesignError)

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
  @MainActor
  static func serve(
    _ json: Data, catalogue: Catalogue, emit: @escaping @Sendable (String) -> Void
  ) async throws {
    let request = try JSONDecoder().decode(Request.self, from: json)
    let last: Message
    do {
      last = .ended(
        try await perform(request, catalogue: catalogue) { step in
          if let line = try? Message.step(step).line() { emit(line) }
        })
    } catch let gap as MissingDesignError { last = .gap(gap) }
    emit(try last.line())
  }
}

/// The error of a child process whose catalogue lacks the requested scenario.
///
/// Both processes make their catalogues by the same code, but registration may depend on the
/// environment.
package struct MissingDesignError: Error, Codable, Equatable {
  // The base of `check` may be an earlier revision, which writes these names.
  let design: String
  let workload: String
  let topology: Topology
  let middlewares: Int
  let completion: Completion

  init(_ scenario: Scenario) {
    design = scenario.design
    workload = scenario.workload
    topology = scenario.topology
    middlewares = scenario.middlewares
    completion = scenario.completion
  }

  private static let start = "the child process has no "

  /// Returns a Boolean value that indicates whether a program of another revision does not know the
  /// scenario: its catalogue lacks it, or it refuses the request.
  package static func isReason(_ reason: String) -> Bool {
    reason.hasPrefix(start) || reason.hasPrefix("crashed: exited(1)")
  }

  /// Returns the reason and, if the child was started from this program, the next step.
  func reason(of executable: String) -> String {
    var text = "\(Self.start)'\(design)' for '\(workload)' in '\(topology.rawValue)'"
    if middlewares > 0 { text += " with \(CountText.text(middlewares, "middleware"))" }
    if completion != .immediate { text += " with completion \(completion.rawValue)" }
    guard executable == Executable.path else { return text }
    return text + ": register(in:) must add the same in every process; do not make it depend on "
      + "arguments or the environment"
  }
}
