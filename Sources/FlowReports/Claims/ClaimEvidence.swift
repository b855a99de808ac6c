import FlowResults
import Foundation
import Measurement
import OrderedCollections

/// A scenario that a claim needs.
struct ClaimScenario {
  var workload: String
  var design: String
  var topology = "single"
  var features = 1
  var views = "none"
  var observers = 0
  var depth: Int?
  var middlewares = 0
  /// A Boolean value that indicates whether it may use all cores; otherwise it is pinned if the
  /// system supports it.
  var isFree = false

  /// Creates the scenario of a single store.
  init(_ workload: String, _ design: String) {
    self.workload = workload
    self.design = design
  }

  /// Returns the same scenario of another design.
  func of(_ design: String) -> ClaimScenario {
    with { $0.design = design }
  }

  /// Returns the same scenario with a change.
  func with(_ change: (inout ClaimScenario) -> Void) -> ClaimScenario {
    var scenario = self
    change(&scenario)
    return scenario
  }

  /// Returns a Boolean value that indicates whether a measured scenario is this one, on any cores.
  fileprivate func matches(_ dimensions: Dimensions) -> Bool {
    dimensions.workload == workload && dimensions.design == design
      && dimensions.topology == topology && dimensions.features == features
      && dimensions.views == views && (dimensions.observers ?? 0) == observers
      && (depth == nil || dimensions.depth == depth)
      && (dimensions.middlewares ?? 0) == middlewares
      && ["", "immediate"].contains(dimensions.completion)
      && ["", "uniform"].contains(dimensions.distribution)
      && ["", "memory"].contains(dimensions.storage)
  }
}

/// The results of a run for claims.
struct ClaimEvidence {
  var run: MeasuredRun
  /// The only design to evaluate; `nil`: the designs of each claim.
  let design: String?
  /// The memory of effects in flight, in a load beside the run.
  var effects: MeasuredEffects?

  /// Returns the measured scenario; `nil` if it was not measured.
  func scenario(_ wanted: ClaimScenario) -> MeasuredScenario? {
    let found = run.scenarios.values.filter { wanted.matches($0.dimensions) }
    if wanted.isFree { return found.first { $0.dimensions.affinity == Dimensions.free } }
    return found.first { $0.dimensions.affinity == Dimensions.pinned }
      ?? found.first { $0.dimensions.affinity != Dimensions.free }
  }

  /// Returns two scenarios of one machine; `nil` if one was not measured.
  func pair(base: ClaimScenario, candidate: ClaimScenario) -> ScenarioPair? {
    guard let first = scenario(base), let second = scenario(candidate),
      first.runID == second.runID
    else { return nil }
    return ScenarioPair(
      base: first, candidate: second, baseLevel: base.design, level: candidate.design)
  }

  /// Returns one store compared with one store per module.
  func topologies(_ one: ClaimScenario) -> ScenarioPair? {
    pair(base: one.with { $0.topology = "per-feature" }, candidate: one)
  }

  /// Returns a scenario compared with the plain loop.
  func overReference(_ scenario: ClaimScenario) -> ScenarioPair? {
    pair(base: scenario.of(Dimensions.reference), candidate: scenario)
  }

  /// Returns the only design to evaluate, or the given ones.
  func designs(_ standard: [String]) -> [String] { design.map { [$0] } ?? standard }

  /// All designs of the run except the reference, by name.
  var measuredDesigns: [String] {
    Set(run.scenarios.values.map(\.dimensions.design)).subtracting([Dimensions.reference]).sorted()
  }

  /// Returns the design of the leading ratio.
  func subject(_ standard: String) -> String { design ?? standard }

  /// Returns a Boolean value that indicates whether a workload was measured.
  func has(_ workload: String) -> Bool {
    run.scenarios.values.contains { $0.dimensions.workload == workload }
  }

  /// Returns the workloads whose names are a prefix and a size, by ascending size.
  func workloads(of kind: String) -> [String] {
    func size(_ name: String) -> Int { Int(name.dropFirst(kind.count)) ?? 0 }
    return Set(run.scenarios.values.map(\.dimensions.workload)).filter { $0.hasPrefix(kind) }
      .sorted { size($0) < size($1) }
  }

  /// Returns the sizes at which a scenario was measured, ascending.
  func features(of wanted: ClaimScenario) -> [Int] {
    let all = Set(run.scenarios.values.compactMap(\.dimensions.features)).sorted()
    return all.filter { size in scenario(wanted.with { $0.features = size }) != nil }
  }
}

extension ScenarioPair {
  /// The verdict if the pair is invalid: a different result refutes a claim.
  var invalidWork: (ClaimVerdict, String)? {
    guard case .invalid(let reason) = verdict else { return nil }
    return (reason.hasPrefix("different work") ? .doesNotHold : .notMeasured, reason)
  }
}

extension MeasuredScenario {
  /// The bytes that the store and its state keep.
  var keptBytes: Double? {
    ProcessEstimate(processMedians(SummaryMetric.memory))?.value
  }
}

/// The memory of each effect in flight, by design, in a load on disk.
struct MeasuredEffects {
  /// A number for each process.
  private let bytes: [String: [Double]]

  /// Reads the `effects.csv` of a load.
  ///
  /// - Parameter run: A run of the same machines.
  /// - Throws: An error if it is not such a load.
  init(reading path: String, beside run: MeasuredRun) throws {
    let rows: [EffectRow]
    let loads: [RunRow]
    do {
      rows = try CSVReader.rows(in: "\(path)/\(EffectRow.fileName)", header: .older)
      loads = try CSVReader.rows(in: "\(path)/\(RunRow.fileName)", header: .older)
      guard !loads.isEmpty else { throw CocoaError(.fileReadCorruptFile) }
    } catch let error as CSVError {
      throw error.with(remedy: "run the loads again with '\(Executable.name) load'")
    } catch {
      throw PlanError.failed(
        option: "--load", path: path,
        reason: "must be a load with asynchronous effects, with runs.csv and effects.csv", error)
    }
    for (column, fact) in [("system", \RunRow.system), ("cpu_model", \RunRow.cpuModel)] {
      let known = run.runs.map { $0[keyPath: fact] }
      if let other = loads.map({ $0[keyPath: fact] }).first(where: { !known.contains($0) }) {
        throw PlanError.unusable(
          option: "--load", path: path,
          reason: "must be of the run's machine, but \(column) is '\(other)' "
            + "instead of '\(known[0])'")
      }
    }
    bytes = Dictionary(grouping: rows.filter { $0.isValid == true }) { $0.dimensions.design }
      .mapValues { $0.compactMap(\.bytesInFlight).filter { $0 > 0 } }
  }

  /// Returns the bytes of a design; `nil` if it was not measured.
  func bytes(of design: String) -> Double? { bytes[design].flatMap { ProcessEstimate($0)?.value } }

  /// Returns the comparison of two designs; `nil` if one was not measured.
  func comparison(base: String, candidate: String) -> IndependentComparison? {
    guard let first = bytes[base], let second = bytes[candidate] else { return nil }
    return IndependentComparison(base: first, candidate: second)
  }
}
