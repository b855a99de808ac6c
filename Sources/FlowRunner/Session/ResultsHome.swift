import Foundation

/// Where folders of results go when nobody says.
package struct ResultsHome: Sendable {
  /// The folder that they are made in.
  let parent: String
  /// What is called after the newest of them, beside it.
  let latest: String

  /// What `run` leaves behind.
  static let runs = ResultsHome(parent: "results/runs", latest: "latest")
  /// What is left behind by whoever drives loads.
  static let loads = ResultsHome(parent: "results/loads", latest: "latest-load")

  /// Lets the link point to one of them.
  ///
  /// - Throws: What the file manager throws.
  func link(to path: String) throws {
    let parent = URL(filePath: parent)
    let link = parent.deletingLastPathComponent().appending(path: latest).relativePath
    try? FileManager.default.removeItem(atPath: link)
    try FileManager.default.createSymbolicLink(
      atPath: link,
      withDestinationPath:
        "\(parent.lastPathComponent)/\(URL(filePath: path).lastPathComponent)")
  }
}
