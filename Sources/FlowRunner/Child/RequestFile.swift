import Foundation
import SystemPackage

/// A request as the standard input of a child: a file without a name.
///
/// A write to a pipe whose reader has ended would raise a signal.
enum RequestFile {
  /// Returns the file, open at its beginning; the caller closes it.
  static func make(_ request: some Encodable) throws -> FileDescriptor {
    let json = try JSONEncoder().encode(request)
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    // Closed in every other child.
    let file = try FileDescriptor.open(
      FilePath(path), .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
      permissions: [.ownerReadWrite])
    do {
      unlink(path)
      try file.writeAll(json)
      try file.seek(offset: 0, from: .start)
      return file
    } catch {
      try? file.close()
      throw error
    }
  }
}
