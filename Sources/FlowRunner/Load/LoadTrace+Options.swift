import FlowHarness
import FlowResults
import FlowTrace
import Foundation
import PlainText

extension LoadTrace {
  /// Reads a trace from its first byte to its last, and checks that it can be replayed.
  ///
  /// - Throws: `PlanError`, with the length of the good part where there is one.
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
    if let fault = scan.fault, !options.partial {
      throw .trace("\(fault); \(Self.remedy(wholeCount: scan.wholeCount))")
    }
    self.init(
      path: path, speed: options.speed.map(\.factor) ?? 1, sentCount: scan.sentCount,
      lastNs: scan.lastNs,
      digest: scan.fault == nil ? try Self.digest(header, path) : nil)
    try check(scan)
  }

  /// What can still be done with so many actions.
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
          + "\(LoadTrace.asFastAsPossible) replays those that do not")
    }
  }

  /// What the trace says of itself.
  static func header(_ path: String) throws(PlanError) -> TraceHeader {
    do throws(TraceError) {
      return try TraceReader<WhateverAction>(reading: URL(filePath: path)).header
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
  /// As long as it takes.
  static let unlimitedNs: UInt64 = 1 << 62

  /// How long those who wait at the end are served, unless somebody says: of a trace all of them,
  /// since it is its end that is checked.
  var standardDrainNs: UInt64 {
    if case .trace = self { Self.unlimitedNs } else { durationNs }
  }
}
