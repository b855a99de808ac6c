import Foundation

/// The files that documentation is made of.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static let catalogue = "Sources/FlowCore/FlowCore.docc"

  /// The text of a file, by its path from the root.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

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
