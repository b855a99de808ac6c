/// A format that other tools read.
package enum ExportFormat: String, CaseIterable, Sendable {
  /// Go's benchmark text, for `benchstat`.
  case go
  /// JMH's result file, for JMH Visualizer and the Jenkins plug-in.
  case jmh
  /// `customSmallerIsBetter` of github-action-benchmark.
  case actionBenchmark = "action-benchmark"
  /// The percentile distribution of HdrHistogram.
  case hgrm

  /// Their names, for a reader.
  package static let all = allCases.map(\.rawValue).joined(separator: ", ")
}
