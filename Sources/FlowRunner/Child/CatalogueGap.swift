import FlowHarness
import FlowResults
import PlainText
import Workloads

/// Why a child has no outcome whose catalogue lacks the scenario that it is asked for.
///
/// Both processes make their catalogues themselves, by the same code; a program whose registration
/// depends on where it runs makes two.
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

  /// Returns a Boolean value that indicates whether a missing result only says that a program of another
  /// revision does not know the scenario: its catalogue lacks it, or it refuses the request.
  package static func isReason(_ reason: String) -> Bool {
    reason.hasPrefix(start) || reason.hasPrefix("crashed: exited(1)")
  }

  /// Why there is no result, and what to do.
  ///
  /// - Parameter executable: The program that lacks it; of another one than this nobody here can say
  ///   what it registers.
  func reason(of executable: String) -> String {
    var text = "\(Self.start)'\(design)' for '\(workload)' in '\(topology.rawValue)'"
    if middlewares > 0 { text += " with \(CountText.text(middlewares, "middleware"))" }
    if completion != .immediate { text += " with completion \(completion.rawValue)" }
    guard executable == Executable.path else { return text }
    return text + ": register(in:) must add the same in every process; do not make it depend on "
      + "arguments or the environment"
  }
}
