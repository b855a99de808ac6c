import Testing
import Workloads

@Suite struct StandardWorkloadsTests {
  /// Records the visited workloads.
  private struct Names: WorkloadVisitor {
    var ids: [String] = []
    var types: [String] = []

    mutating func visit<F: LeafFeature>(_ workload: Workload<F>) {
      ids.append(workload.description.id)
      let module = workload.make(Services())
      types.append("\(type(of: module))")
      #expect(workload.description.slotsPerCopy * 3 == Copies(module, count: 3).slotCount)
    }

    mutating func visitApp() {
      ids.append(WorkloadDescription.app.id)
      #expect(WorkloadDescription.app.slotsPerCopy * 3 == AppFeature(copies: 3).slotCount)
    }
  }

  @Test func `the ids of workloads are unique module names`() {
    var names = Names()
    StandardWorkloads.visit(&names)
    #expect(Set(names.ids).count == names.ids.count && names.ids.count >= 12, "\(names.ids)")
    // The id of one module of several sizes also has its operation, if any, and its size.
    for (type, id) in zip(names.types, names.ids.filter { $0 != "app" }) {
      let name = type.dropLast("Feature".count).lowercased()
      #expect(
        id == name || id.wholeMatch(of: /([a-z]+)(-[a-z]+)?-\d+/).map { $0.1 == name } == true)
    }
  }
}
