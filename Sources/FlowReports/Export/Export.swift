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
  /// The file, or the directory for a file of each scenario; `nil`: standard output.
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
  /// JMH's result file, for JMH Visualizer and the Jenkins plug-in.
  case jmh
  /// `customSmallerIsBetter` of github-action-benchmark.
  case actionBenchmark = "action-benchmark"
  /// The percentile distribution of HdrHistogram.
  case hgrm

  /// The names of all formats.
  package static let all = allCases.map(\.rawValue).joined(separator: ", ")
}

/// The results of a run in a format of other tools.
package struct Export {
  /// One text, or one for each scenario.
  let files: [File]
  /// The omitted scenarios with reasons.
  package let warnings: [String]
  private let out: String?
  private let isDirectory: Bool

  /// A text and its name in a directory.
  struct File: Equatable {
    let name: String
    let text: String
  }

  /// Reads the run and converts it.
  ///
  /// - Throws: An error before anything is written.
  package init(_ options: ExportOptions) throws {
    let filter = try MeasuredRun.filter(options.filter)
    let metric = try options.metric.map(SummaryMetric.named(option:))
    let run = try MeasuredRun(reading: options.run, option: "RUN")
    let found = run.scenarios(matching: filter)
    guard !found.isEmpty else { throw run.emptied(by: options.filter) }
    let selection = ExportSelection(
      found, of: run.run, metric: options.format == .go ? metric : metric ?? .wall,
      needsActions: options.format == .go)
    warnings = selection.warnings
    guard !selection.scenarios.isEmpty else {
      throw PlanError.refused(option: "RUN", reason: "nothing is left to export: \(warnings[0])")
    }
    out = options.out
    switch options.format {
    case .go: files = [File(name: "", text: GoBenchmarkText.text(selection))]
    case .jmh, .actionBenchmark:
      let values = selection.scenarios.compactMap {
        options.format == .jmh ? selection.jmhResult($0) : selection.actionBenchmarkEntry($0)
      }
      do {
        files = [File(name: "", text: try JSONText.object(values))]
      } catch {
        throw PlanError.refused(
          option: "--format", reason: "the results cannot be encoded: \(error)")
      }
    case .hgrm: files = try PercentileText.files(selection)
    }
    isDirectory = options.format == .hgrm && Self.isDirectory(options.out, files.count)
    guard files.count == 1 || options.out != nil else {
      throw PlanError.refused(
        option: "--filter",
        reason: "must leave one scenario if \(options.format.rawValue) goes to standard output, "
          + "got \(files.count); or give a directory with --out")
    }
  }

  /// Several files need a directory; one file may go into an existing one.
  private static func isDirectory(_ out: String?, _ count: Int) -> Bool {
    guard let out else { return false }
    var isDirectory: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: out, isDirectory: &isDirectory)
    return exists && isDirectory.boolValue || count > 1 || out.hasSuffix("/")
  }

  /// Writes the files.
  ///
  /// - Returns: The text for standard output; `nil` if files were written.
  /// - Throws: An error if a file cannot be written.
  package func write() throws -> String? {
    guard let out else { return files[0].text }
    do {
      if isDirectory {
        try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
      }
      for file in files { try Self.write(file.text, to: isDirectory ? "\(out)/\(file.name)" : out) }
    } catch {
      let kind = isDirectory ? "directory" : "plain file"
      throw PlanError.failed(
        option: "--out", path: out, reason: "must be a \(kind) that can be written", error)
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
