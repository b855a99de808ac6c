import FlowTestSupport
import Workloads

@testable package import FlowHarness

extension Scenario {
  /// Returns a scenario with default levels.
  package static func sample(
    _ workload: String, _ topology: Topology, _ features: Int, _ design: String
  ) -> Scenario {
    Scenario(
      workload: workload, topology: topology, features: features,
      distribution: .uniform, views: .none, observers: 0,
      storage: .memory, design: design)
  }

  /// Returns the same scenario with views.
  package func watched(by views: ViewShape, _ observers: Int) -> Scenario {
    var scenario = self
    scenario.views = views
    scenario.observers = observers
    return scenario
  }

  /// Returns the same scenario with another design.
  package func held(by design: String) -> Scenario {
    var scenario = self
    scenario.design = design
    return scenario
  }
}

extension TrialContext {
  /// Returns a context with a directory of its own.
  package static func sample(_ scenario: Scenario, seed: UInt64) -> TrialContext {
    TrialContext(scenario: scenario, seed: seed, workDirectory: temporaryPath())
  }
}
