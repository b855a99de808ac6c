import Workloads

/// The ids of the list of workloads, in its order.
struct WorkloadIDs: WorkloadVisitor {
  static let all: [String] = {
    var ids = WorkloadIDs()
    StandardWorkloads.visit(&ids)
    return ids.found
  }()

  private var found: [String] = []

  mutating func visit<F: LeafFeature>(_ workload: Workload<F>) {
    found.append(workload.description.id)
  }

  mutating func visitApp() { found.append(WorkloadDescription.app.id) }
}
