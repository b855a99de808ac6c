public import Foundation

/// Files of this repository, found from this file.
public enum Repository {
  /// The folder of `Package.swift`.
  public static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The text of a file, by its path from the root.
  public static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
