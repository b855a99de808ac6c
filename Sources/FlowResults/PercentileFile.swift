/// Files of percentiles, as the tools of HdrHistogram read them.
package enum PercentileFile {
  /// The folder that they are in, beside the other files.
  package static let folder = "hgrm"

  /// The scenario's name without what a file's name must not have; plotters show it as it is.
  package static func name(_ id: String) -> String {
    String(id.map { "/:\\".contains($0) || $0.isWhitespace ? "_" : $0 }) + ".hgrm"
  }
}
