import FlowTestSupport
import Foundation

/// The files that documentation is made of.
extension Repository {
  static let catalogue = "Sources/FlowCore/FlowCore.docc"

  /// All files below a folder whose names end so, by their paths from the root, in order.
  static func files(below folder: String, ending suffix: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
      .filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
  }

  /// The articles, the landing page among them.
  static func articles() throws -> [String] { try files(below: catalogue, ending: ".md") }

  /// The sources whose comments are published.
  static func sources() throws -> [String] {
    try ["FlowCore", "FlowTesting", "FlowTrace"]
      .flatMap { try files(below: "Sources/\($0)", ending: ".swift") }
      .filter { !$0.hasPrefix(catalogue) }
  }
}
