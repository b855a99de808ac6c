import FlowTestSupport
import Foundation

/// The files of the documentation.
extension Repository {
  static let catalogue = "Sources/FlowCore/FlowCore.docc"

  /// Returns the paths, from the root, of the files below a folder with this suffix, in order.
  static func files(below folder: String, ending suffix: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
      .filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
  }

  /// Returns the articles, including the landing page.
  static func articles() throws -> [String] { try files(below: catalogue, ending: ".md") }

  /// Returns the sources whose comments are published.
  static func sources() throws -> [String] {
    try ["FlowCore", "FlowTesting", "FlowTrace"]
      .flatMap { try files(below: "Sources/\($0)", ending: ".swift") }
      .filter { !$0.hasPrefix(catalogue) }
  }
}
