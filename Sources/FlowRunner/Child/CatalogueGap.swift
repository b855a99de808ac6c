import FlowHarness
import FlowResults
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

  /// Why there is no result, and what to do.
  ///
  /// - Parameter executable: The program that lacks it; of another one than this nobody here can say
  ///   what it registers.
  func reason(of executable: String) -> String {
    var text = "the child process has no '\(design)' for '\(workload)' in '\(topology.rawValue)'"
    if middlewares > 0 { text += " with \(middlewares) middlewares" }
    if completion != .immediate { text += " with completion \(completion.rawValue)" }
    guard executable == Executable.path else { return text }
    return text + ": register(in:) must add the same in every process; do not make it depend on "
      + "arguments or the environment"
  }
}
