import Workloads

/// The ids of the list of workloads, in its order.
struct WorkloadIDs: WorkloadVisitor {
  static let all: [String] = {
    var ids = WorkloadIDs()
    StandardWorkloads.visit(&ids)
    return ids.found
  }()

  /// Those of which copies are measured in every topology.
  static func isCopied(_ id: String) -> Bool {
    ["counter", "favorites", "shop", "app"].contains(id) || id.hasPrefix("rows-")
  }

  /// The list without longer lists of rows than the shortest.
  static let small = all.filter { !$0.hasPrefix("rows-") || $0.hasSuffix("-100") }

  private var found: [String] = []

  mutating func visit<F: LeafFeature>(_ workload: Workload<F>) {
    found.append(workload.description.id)
  }

  mutating func visitApp() { found.append(WorkloadDescription.app.id) }
}
