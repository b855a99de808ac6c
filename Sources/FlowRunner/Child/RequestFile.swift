import Foundation
import SystemPackage

/// A request as the standard input of a child: a file without a name.
///
/// Not a pipe: who writes to one whose reader has died already is killed for it.
enum RequestFile {
  /// Opens it at its beginning; whoever takes it closes it.
  ///
  /// - Throws: What the encoder throws, and `Errno`.
  static func make(_ request: some Encodable) throws -> FileDescriptor {
    let json = try JSONEncoder().encode(request)
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    // Closed in every other child that is started meanwhile.
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
