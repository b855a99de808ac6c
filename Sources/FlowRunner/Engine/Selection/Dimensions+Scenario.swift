package import FlowHarness
import FlowResults
import Workloads

extension Dimensions {
  /// What identifies a scenario in every row of it.
  package init(_ scenario: Scenario) {
    self.init()
    self.scenario = scenario.id
    workload = scenario.workload
    design = scenario.design
    topology = scenario.topology.rawValue
    features = scenario.features
    groups = scenario.groups
    distribution = scenario.distribution.description
    views = scenario.views.rawValue
    observers = scenario.observers
    senders = 1
    storage = scenario.storage.rawValue
    affinity = scenario.affinity?.rawValue ?? ""
    depth = scenario.scopeDepth
    middlewares = scenario.middlewares
    completion = scenario.completion.rawValue
  }
}
