import FlowHarness

extension Catalogue {
  /// Adds the harness's own `floor` for every workload.
  ///
  /// It has its own target because its loops are compiled for each workload.
  package mutating func addFloor() { add(FloorDesign()) }
}
