package import FlowHarness
package import Workloads

/// The lists that a request gives in place of those of a sweep; `nil` where it gives none.
package struct ScenarioLists: Sendable {
  /// A regular expression for the ids to keep.
  package var filter: String?
  package var designs: [String]?
  package var workloads: [String]?
  package var topologies: [Topology]?
  package var groups: [Int]?
  package var affinities: [Affinity]?
  package var features: [Int]?
  package var distributions: [Distribution]?
  package var depths: [Int]?
  package var views: [ViewShape]?
  package var observers: [Int]?
  package var storages: [Storage]?
  package var middlewares: [Int]?
  package var completions: [Completion]?
  /// The latency of a service, which determines how effects complete.
  package var latency: Delay?
  /// A Boolean value that indicates whether a trace determines the workload and the features.
  package var isOfTrace = false

  /// Lists without a value.
  package init() {}
}
