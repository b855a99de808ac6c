import Foundation

/// Returns an unused path in a folder that is removed when the tests end.
public func temporaryPath() -> String { folder.appending(path: UUID().uuidString).path }

/// One folder for each process of tests.
private let folder: URL = {
  let files = FileManager.default
  let url = files.temporaryDirectory.appending(path: "flow-tests-\(UUID().uuidString)")
  do {
    try files.createDirectory(at: url, withIntermediateDirectories: true)
  } catch {
    preconditionFailure("the tests' folder must be made, got: \(error)")
  }
  atexit { try? FileManager.default.removeItem(at: folder) }
  return url
}()
