package import FlowHarness
package import FlowResults
import FlowTrace
import Foundation
import PlainText
import Workloads

/// A recording of a trace that has been checked.
@MainActor
package struct RecordSession {
  package var seed: UInt64 { plan.seed }
  let plan: LoadPlan
  let target: TraceTarget
  private let catalogue: Catalogue

  /// Checks the request without writing anything.
  ///
  /// - Parameter options: The workload, the traffic and the file, without options of stores.
  /// - Throws: `PlanError`.
  package init(_ options: RecordOptions, catalogue: Catalogue) throws(PlanError) {
    guard let out = options.trace.out else {
      throw .refused(option: "--out", reason: "must be given, a file to write")
    }
    plan = try LoadPlan(options.specification(in: catalogue), catalogue: catalogue)
    // A recording takes no time.
    try EndlessInstant(
      traffic: plan.traffic, service: nil, isVirtual: true, hasCancellation: false
    ).check()
    target = TraceTarget(
      file: URL(filePath: out),
      app: TraceApp(
        workload: plan.scenarios[0].workload, features: plan.scenarios[0].features
      ).description,
      seed: plan.seed)
    self.catalogue = catalogue
    guard !FileManager.default.fileExists(atPath: out) else {
      throw .unusable(
        option: "--out", path: out,
        reason: "must be a file that does not exist")
    }
  }

  /// A Boolean value that indicates whether the directory of the trace exists.
  private var hasDirectory: Bool {
    var isDirectory: ObjCBool = false
    let path = target.file.deletingLastPathComponent().path
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
      && isDirectory.boolValue
  }

  /// Writes all of the trace or nothing, and returns a line about it.
  package func run() throws -> String {
    let scenario = plan.scenarios[0]
    let request = LoadRequest(
      scenario: scenario, round: 0, seed: plan.seed(for: scenario, round: 0),
      traffic: plan.traffic, drainNs: 0, warmUpActions: 0,
      workDirectory: TemporaryFolder.path)
    let parts = try catalogue.parts(
      of: TrialContext(
        scenario: scenario, seed: request.seed, workDirectory: request.workDirectory))
    let recording: TraceRecording
    do { recording = try parts.traces.record(request, target) } catch {
      guard let fault = error as? TraceError, fault.kind == .unwritableFile, hasDirectory else {
        throw error
      }
      throw SystemError(
        fault.file, reason: fault.found.prefix(1).lowercased() + fault.found.dropFirst())
    }
    let size = try? FileManager.default.attributesOfItem(atPath: target.file.path)[.size] as? Int
    return "\(target.file.relativePath): \(CountText.text(recording.actionCount, "action")) of "
      + "\(target.app), \(CountText.text(size ?? 0, "byte")), end in "
      + String(recording.digest, radix: 16) + "\n"
  }
}
