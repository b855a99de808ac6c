import FlowHarness
import FlowResults
import FlowTrace
import Foundation
import PlainText
import Workloads

extension TraceReplay {
  /// Reads a whole trace, and checks that it can be replayed.
  ///
  /// - Throws: `PlanError` or `PartialTraceError`.
  @MainActor
  init(_ options: ReplayOptions, catalogue: Catalogue) throws {
    let path = try options.path
    try NeededFiles.checkInput(path)
    let header = try Self.header(path)
    guard let scenario = try options.app(in: catalogue).scenario(in: catalogue) else {
      throw PlanError.refused(
        option: path, reason: "no design can run \(header.app ?? "its workload")")
    }
    let parts = try catalogue.parts(
      of: TrialContext(scenario: scenario, seed: 0, workDirectory: TemporaryFolder.path))
    let scan = parts.fold.scanTrace(path)
    if let fault = scan.fault, !options.pace.partial {
      throw PartialTraceError(fault: fault, wholeCount: scan.wholeCount)
    }
    self.init(
      path: path, speed: options.pace.speed.map(\.factor) ?? 1, sentCount: scan.sentCount,
      lastNs: scan.lastNs,
      digest: scan.fault == nil ? try Self.digest(header, path) : nil)
    try check(scan)
  }

  private func check(_ scan: TraceScan) throws(PlanError) {
    guard sentCount > 0 else {
      throw .invalid(
        option: path, rule: "a trace must have an action that was sent", value: "none")
    }
    if scan.hidesAnswers {
      throw .refused(
        option: path,
        reason: "the header must say \"marksAnswers\":true for a workload with effects, which "
          + "would otherwise answer twice")
    }
    if speed != nil, lastNs == nil {
      throw .refused(
        option: path,
        reason: "each action must say when it was sent; --speed "
          + "\(TraceReplay.asFastAsPossible) replays those that do not")
    }
    guard durationNs <= TimeText.longestNs else {
      throw .invalid(
        option: path,
        rule: "a trace must last at most \(TimeText.text(ns: TimeText.longestNs)) at its --speed, "
          + "with times since its start", value: TimeText.text(ns: durationNs))
    }
  }

  /// Returns the header of a trace.
  static func header(_ path: String) throws(PartialTraceError) -> TraceHeader {
    do throws(TraceError) {
      return try TraceReader<IgnoredAction>(reading: URL(filePath: path)).header
    } catch {
      throw PartialTraceError(fault: .unreadable(error, app: ""), wholeCount: 0)
    }
  }

  private static func digest(_ header: TraceHeader, _ path: String) throws(PlanError) -> UInt64? {
    guard let text = header.digest else { return nil }
    guard let digest = UInt64(text, radix: 16) else {
      throw .invalid(
        option: path, rule: "the digest must be up to 16 hexadecimal digits", value: text)
    }
    return digest
  }
}

/// A fault of a trace that is not replayed, with the number of undamaged actions.
struct PartialTraceError: Error, CustomStringConvertible {
  let fault: TraceFault
  let wholeCount: Int

  var description: String {
    if case .unreadable(let error, _) = fault, error.kind == .unreadableFile { return "\(error)" }
    guard wholeCount > 0 else { return "\(fault); no complete action precedes it" }
    return "\(fault); \(CountText.text(wholeCount, "complete action")); --partial replays "
      + (wholeCount == 1 ? "it" : "them")
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
      throw .invalid(
        option: file, rule: "the app must be a workload and how many copies of it, such as app/10",
        value: text.map { "'\($0)'" } ?? "none")
    }
    let known = catalogue.workloads.map(\.id)
    guard known.contains(String(parts[0])) else {
      throw .unknown(option: file, kind: "workload", name: String(parts[0]), known: known)
    }
    guard OptionBounds.features.contains(features) else {
      throw .invalid(
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
        workload: workload, topology: .single, features: features,
        distribution: .uniform, views: .none, observers: 0, storage: .memory, design: design.id,
        affinity: nil)
    }.first { catalogue.notification(of: $0) != nil }
  }
}
