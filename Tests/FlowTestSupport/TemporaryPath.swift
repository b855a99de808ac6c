import Foundation

/// A path in the temporary directory that nobody has used; nothing is made there.
public func temporaryPath() -> String {
  FileManager.default.temporaryDirectory.appending(path: "flow-tests-\(UUID().uuidString)").path
}
