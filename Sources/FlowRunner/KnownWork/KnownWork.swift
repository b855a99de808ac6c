import FlowHarness
import Workloads

/// Work whose cost is known, done by a reducer or an effect; written like a workload's id.
enum KnownWork: Hashable, Sendable {
  /// `spin:K`: the reducer takes *K* steps of arithmetic, each of which needs the one before.
  case spin(steps: Int)
  /// `objects:MxB`: the reducer makes *M* objects of *B* bytes each and drops them.
  case objects(count: Int, bytes: Int)
  /// `retain:R`: the reducer retains and releases an object *R* times.
  case retain(times: Int)
  /// `sleep:NS`: every action asks for an effect that sleeps that many nanoseconds.
  case sleep(ns: Int)

  /// The bytes of an object with nothing in it.
  static let minObjectBytes = 16

  /// Reads a workload's id; `nil` for every other workload.
  init?(_ id: String) {
    let parts = id.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let numbers = parts[1].split(separator: "x", omittingEmptySubsequences: false)
      .map { Int($0) }
    guard let first = numbers[0], first >= 0 else { return nil }
    switch (parts[0], numbers.count) {
    case ("spin", 1): self = .spin(steps: first)
    case ("retain", 1): self = .retain(times: first)
    case ("sleep", 1): self = .sleep(ns: first)
    case ("objects", 2):
      guard let bytes = numbers[1], bytes >= Self.minObjectBytes else { return nil }
      self = .objects(count: first, bytes: bytes)
    default: return nil
    }
  }

  /// The workload's id.
  var id: String {
    switch self {
    case .spin(let steps): "spin:\(steps)"
    case .objects(let count, let bytes): "objects:\(count)x\(bytes)"
    case .retain(let times): "retain:\(times)"
    case .sleep(let ns): "sleep:\(ns)"
    }
  }
}

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
