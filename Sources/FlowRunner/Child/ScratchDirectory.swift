import Foundation

/// A directory for one trial's files, removed after it.
struct ScratchDirectory {
  /// Where it is.
  let path: String

  /// Makes a directory that nobody else has.
  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "flowbench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  /// Removes it with all that is in it.
  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
