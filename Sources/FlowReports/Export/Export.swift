import FlowFiles
import FlowResults
import Foundation

/// The options of `flowbench export`.
package struct ExportOptions: Sendable {
  /// The directory of the run.
  package var run: String
  package var format: ExportFormat
  /// A regular expression that must match a part of a scenario's id.
  package var filter: String?
  /// The exported metric; `nil`: the format's default.
  package var metric: String?
  /// The file; `nil`: standard output.
  package var out: String?

  package init(run: String = CompareOptions.newest, format: ExportFormat) {
    self.run = run
    self.format = format
  }
}

/// A format of other tools.
package enum ExportFormat: String, CaseIterable, Sendable {
  /// Go's benchmark text, for `benchstat`.
  case go
  /// `customSmallerIsBetter` of github-action-benchmark.
  case actionBenchmark = "action-benchmark"

  /// The names of all formats.
  package static let all = allCases.map(\.rawValue).joined(separator: ", ")
}

/// The results of a run in a format of other tools.
package struct Export {
  private let text: String
  /// The omitted scenarios with reasons.
  package let warnings: [String]
  private let out: String?

  /// Reads the run and converts it.
  ///
  /// - Throws: An error before anything is written.
  package init(_ options: ExportOptions) throws {
    if let out = options.out { try Self.check(out, isOutside: options.run) }
    let metric = try options.metric.map(SummaryMetric.named(option:))
    let run = try MeasuredRun(reading: options.run, option: "RUN")
    let found = try run.scenarios(matching: options.filter)
    guard !found.isEmpty else { throw run.emptied(by: options.filter) }
    let selection = ExportSelection(
      found, of: run, metric: options.format == .go ? metric : metric ?? .wall,
      needsActions: options.format == .go)
    warnings = selection.warnings
    guard !selection.scenarios.isEmpty else {
      throw PlanError.refused(
        option: options.metric == nil ? "RUN" : "--metric",
        reason: "nothing is left to export: \(warnings[0])")
    }
    out = options.out
    switch options.format {
    case .go: text = GoBenchmarkText.text(selection)
    case .actionBenchmark: text = try JSONText.object(selection.actionBenchmarkEntries)
    }
  }

  /// Refuses a file of the run, which would be lost.
  private static func check(_ out: String, isOutside run: String) throws(PlanError) {
    func resolved(_ path: String) -> URL {
      URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL
    }
    guard FileManager.default.fileExists(atPath: out),
      resolved(out).deletingLastPathComponent().path == resolved(run).path
    else { return }
    throw .invalid(option: "--out", rule: "must not be a file of the run", value: "'\(out)'")
  }

  /// Writes the file.
  ///
  /// - Returns: The text for standard output; `nil` if a file was written.
  /// - Throws: An error if the file cannot be written.
  package func write() throws -> String? {
    guard let out else { return text }
    do { try Self.write(text, to: out) } catch {
      throw PlanError.failed(
        option: "--out", path: out, reason: "must be a plain file that can be written", error)
    }
    return nil
  }

  /// Writes a file, but does not replace a device or a link.
  private static func write(_ text: String, to path: String) throws {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    if let type = attributes?[.type] as? FileAttributeType, type != .typeRegular {
      throw CocoaError(.fileWriteInvalidFileName)
    }
    try WholeFile.write(text, to: path)
  }
}
