import FlowHarness

extension Catalogue {
  /// Adds the harness's own `floor` with every workload of the list.
  ///
  /// In a target of its own, since its loops are compiled for each workload, as those of any design.
  package mutating func addFloor() { add(FloorDesign()) }
}
