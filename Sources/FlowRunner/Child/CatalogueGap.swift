import FlowHarness
import FlowResults
import PlainText
import Workloads

/// The error of a child process whose catalogue lacks the requested scenario.
///
/// Both processes make their catalogues by the same code, but registration may depend on the environment.
package struct CatalogueGap: Error, Codable, Equatable {
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

  /// Returns a Boolean value that indicates whether a program of another revision does not know the scenario:
  /// its catalogue lacks it, or it refuses the request.
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
