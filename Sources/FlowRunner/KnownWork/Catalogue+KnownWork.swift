import FlowHarness
import Workloads

extension Catalogue {
  /// This catalogue with the workloads of `calibrate`, in a store that is nothing but the loop: work
  /// whose cost is known, and work of a known law.
  func withKnownWork() -> Catalogue {
    var catalogue = self
    catalogue.addFamily { context in
      guard let work = KnownWork(context.scenario.workload) else { return nil }
      return Workload(id: work.id, summary: "known work") { _ in KnownWorkFeature(work) }
        .floorParts(of: context)
    }
    catalogue.addFamily { context in
      guard let work = ServiceWork(context.scenario.workload) else { return nil }
      let time = context.time
      return Workload(id: work.id, summary: "work of a known law") {
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
    return catalogue.heldParts(of: context)
  }
}
