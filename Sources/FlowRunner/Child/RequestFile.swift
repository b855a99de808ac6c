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
    let directory = FileManager.default.temporaryDirectory.path
    var path = Array("\(directory)/flowbench-request-XXXXXX".utf8CString)
    let number = mkstemp(&path)
    guard number >= 0 else { throw Errno(rawValue: errno) }
    unlink(path)
    // Of no other child that is started meanwhile.
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    let file = FileDescriptor(rawValue: number)
    do {
      try file.writeAll(json)
      try file.seek(offset: 0, from: .start)
      return file
    } catch {
      try? file.close()
      throw error
    }
  }
}
