import FlowHarness
import FlowResults
import PlainText
import Workloads

/// What a trace of a workload calls its app: `app/10` is the workload `app` with ten copies.
struct TraceApp: Equatable, CustomStringConvertible {
  let workload: String
  let features: Int

  var description: String { "\(workload)/\(features)" }

  init(workload: String, features: Int) {
    self.workload = workload
    self.features = features
  }

  /// Reads a header's words, and checks that there is such a workload.
  ///
  /// - Parameter file: What errors call the trace.
  @MainActor
  init(parsing text: String?, of file: String, in catalogue: Catalogue) throws(PlanError) {
    let parts = (text ?? "").split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let features = Int(decimal: parts[1]) else {
      throw .outOfRange(
        option: file, rule: "the app must be a workload and how many copies of it, such as app/10",
        value: text.map { "'\($0)'" } ?? "none")
    }
    let known = catalogue.workloads.map(\.id)
    guard known.contains(String(parts[0])) else {
      throw .unknown(option: file, kind: "workload", name: String(parts[0]), known: known)
    }
    guard OptionBounds.features.contains(features) else {
      throw .outOfRange(
        option: file, rule: "must have 1 to \(OptionBounds.features.upperBound) copies",
        value: "\(features)")
    }
    self.init(workload: String(parts[0]), features: features)
  }

  /// A scenario that holds the app, whatever its design; `nil` if the catalogue has none.
  @MainActor
  func scenario(in catalogue: Catalogue) -> Scenario? {
    catalogue.designs.lazy.map { design in
      Scenario(
        workload: workload, topology: .single, features: features, groups: 1,
        distribution: .uniform, views: .none, observers: 0, storage: .memory, design: design.id,
        affinity: nil)
    }.first { catalogue.notification(of: $0) != nil }
  }
}
