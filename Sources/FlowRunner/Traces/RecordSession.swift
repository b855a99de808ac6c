package import FlowHarness
package import FlowResults
package import FlowTrace
import Foundation
import Workloads

/// A recording that has been checked and can be made.
@MainActor
package struct RecordSession {
  /// How a trace is written when nobody says.
  package static let standardForm = TraceForm.lines

  /// The seed of all randomness.
  package var seed: UInt64 { plan.seed }
  private let plan: LoadPlan
  private let target: TraceTarget
  private let catalogue: Catalogue

  /// Checks everything that can be checked before the first action.
  ///
  /// - Parameters:
  ///   - options: Which workload, and who sends when; nothing about stores.
  ///   - out: The file, which must not be there yet.
  ///   - form: `lines` or `binary`; `nil`: the standard.
  /// - Throws: `PlanError`; nothing has been written then.
  package init(
    options: LoadOptions, out: String, form: String?, catalogue: Catalogue
  ) throws(PlanError) {
    let name = form ?? Self.standardForm.rawValue
    guard let form = TraceForm(rawValue: name) else {
      throw .unknown(
        option: "--form", kind: "form", name: name, known: TraceForm.allCases.map(\.rawValue))
    }
    plan = try LoadPlan(try Self.withoutStores(options, catalogue), catalogue: catalogue)
    guard plan.scenarios.count == 1 else {
      throw .conflict(
        option: "--workload",
        rule: "a trace must be of one workload with one number of features and one distribution",
        value: plan.scenarios.map { "'\($0.stream)'" }.joined(separator: ", "))
    }
    target = TraceTarget(
      file: URL(filePath: out), form: form,
      app: TraceApp(
        workload: plan.scenarios[0].workload, features: plan.scenarios[0].features
      ).description,
      seed: plan.seed)
    self.catalogue = catalogue
    guard !FileManager.default.fileExists(atPath: out) else {
      throw .unusable(
        option: "--out", path: out, reason: "must be a file that is not there yet")
    }
  }

  /// The same with any one store, which is not used.
  private static func withoutStores(
    _ options: LoadOptions, _ catalogue: Catalogue
  ) throws(PlanError) -> LoadOptions {
    var options = options
    options.selection.topologies = [Topology.single.rawValue]
    options.selection.affinity = nil
    let workload = options.selection.workloads?.first ?? WorkloadDescription.app.id
    let features = options.selection.features?.first ?? 1
    let scenario = TraceApp(workload: workload, features: features).scenario(in: catalogue)
    options.selection.designs = [scenario?.design ?? FloorDesign.id]
    options.selection.affinity = Affinity.isSupported ? Affinity.pinned.rawValue : nil
    return options
  }

  /// Writes the trace, whole or not at all.
  ///
  /// - Returns: What was done, in one line.
  /// - Throws: `PlanError`.
  package func run() throws(PlanError) -> String {
    let scenario = plan.scenarios[0]
    let request = LoadRequest(
      scenario: scenario, round: 0, seed: plan.seed(for: scenario, round: 0),
      traffic: plan.traffic, drainNs: 0, warmUpActions: 0,
      workDirectory: NSTemporaryDirectory())
    let parts = try catalogue.parts(
      of: TrialContext(
        scenario: scenario, seed: request.seed, workDirectory: request.workDirectory))
    let recording: TraceRecording
    do { recording = try parts.traces.record(request, target) } catch {
      throw .trace("\(error)")
    }
    let size = try? FileManager.default.attributesOfItem(atPath: target.file.path)[.size] as? Int
    return "\(target.file.relativePath): \(TextTable.grouped(recording.actionCount)) actions of "
      + "\(target.app), \(TextTable.grouped(size ?? 0)) bytes, end in "
      + String(recording.digest, radix: 16) + "\n"
  }
}
