import FlowHarness
import FlowResults
import FlowTrace
import Foundation
import PlainText
import Workloads

extension TraceReplay {
  /// Reads a whole trace, and checks that it can be replayed.
  ///
  /// - Throws: `PlanError`, with the number of undamaged actions.
  @MainActor
  init(_ options: ReplayOptions, catalogue: Catalogue) throws(PlanError) {
    let path = options.trace
    let header = try Self.header(path)
    guard
      let scenario = try TraceApp(parsing: header.app, of: path, in: catalogue)
        .scenario(in: catalogue)
    else { throw .trace("\(path): no design holds \(header.app ?? "it")") }
    let parts = try catalogue.parts(
      of: TrialContext(scenario: scenario, seed: 0, workDirectory: NSTemporaryDirectory()))
    let scan = parts.traces.scan(path)
    if let fault = scan.fault, !options.pace.partial {
      throw .trace("\(fault); \(Self.remedy(wholeCount: scan.wholeCount))")
    }
    self.init(
      path: path, speed: options.pace.speed.map(\.factor) ?? 1, sentCount: scan.sentCount,
      lastNs: scan.lastNs,
      digest: scan.fault == nil ? try Self.digest(header, path) : nil)
    try check(scan)
  }

  /// Returns what the user can do with the undamaged actions.
  static func remedy(wholeCount: Int) -> String {
    guard wholeCount > 0 else { return "no whole action comes before that" }
    return "\(CountText.text(wholeCount, "whole action")); --partial replays "
      + (wholeCount == 1 ? "it" : "them")
  }

  private func check(_ scan: TraceScan) throws(PlanError) {
    guard sentCount > 0 else {
      throw .trace("\(path): a trace must have an action that was sent, got none")
    }
    if scan.hidesAnswers {
      throw .trace(
        "\(path): the header must say \"marksAnswers\":true for a workload with effects, which "
          + "would otherwise answer twice")
    }
    if speed != nil, lastNs == nil {
      throw .trace(
        "\(path): each action must say when it was sent; --speed "
          + "\(TraceReplay.asFastAsPossible) replays those that do not")
    }
  }

  /// Returns the header of a trace.
  static func header(_ path: String) throws(PlanError) -> TraceHeader {
    do throws(TraceError) {
      return try TraceReader<IgnoredAction>(reading: URL(filePath: path)).header
    } catch {
      throw .trace("\(error); \(remedy(wholeCount: 0))")
    }
  }

  private static func digest(_ header: TraceHeader, _ path: String) throws(PlanError) -> UInt64? {
    guard let text = header.digest else { return nil }
    guard let digest = UInt64(text, radix: 16) else {
      throw .trace("\(path): the digest must be up to 16 hexadecimal digits, got \(text)")
    }
    return digest
  }
}

extension LoadTraffic {
  /// A time without limit.
  static let unlimitedNs: UInt64 = 1 << 62

  /// The default time for serving the queue: for a trace without limit, because its final state is
  /// checked.
  var standardDrainNs: UInt64 {
    if case .trace = self { Self.unlimitedNs } else { durationNs }
  }
}

/// The app of a trace: a workload and a number of copies, such as `app/10`.
struct TraceApp: Equatable, CustomStringConvertible {
  let workload: String
  let features: Int

  var description: String { "\(workload)/\(features)" }

  init(workload: String, features: Int) {
    self.workload = workload
    self.features = features
  }

  /// Parses the text of a header.
  ///
  /// - Parameter file: The name of the trace in errors.
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

  /// Returns a scenario of any design that holds the app; `nil` if there is none.
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
