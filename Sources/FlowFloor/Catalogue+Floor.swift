package import FlowHarness
import Workloads

extension Catalogue {
  /// Adds the harness's own `floor` for every workload.
  ///
  /// It has its own target because its loops are compiled for each workload.
  package mutating func addFloor() { add(FloorDesign()) }

  /// Returns this catalogue with the workloads of `calibrate` in the floor: work of known cost, and
  /// work of a known distribution.
  package func withCalibrationWork() -> Catalogue {
    var catalogue = self
    catalogue.addFamily { context in
      guard let work = CalibrationWork(context.scenario.workload) else { return nil }
      return Workload(id: work.id, summary: "work of known cost") { _ in
        CalibrationFeature(work)
      }.floorParts(of: context)
    }
    catalogue.addFamily { context in
      guard let work = ServiceWork(context.scenario.workload) else { return nil }
      let time = context.time
      return Workload(id: work.id, summary: "work of a known distribution") {
        ServiceWorkFeature(work, time, isAtWork: !$0.isOracle)
      }.floorParts(of: context)
    }
    return catalogue
  }
}

extension Workload {
  @MainActor
  fileprivate func floorParts(of context: TrialContext) -> TrialParts? {
    var catalogue = Catalogue()
    catalogue.add(FloorDesign(), for: self)
    return catalogue.trialParts(of: context)
  }
}
