import Foundation
package import SystemPackage

/// Writes files that are replaced atomically.
package enum WholeFile {
  /// Writes a temporary file, syncs it, and renames it.
  ///
  /// - Throws: `SystemError`; the old file is then unchanged.
  package static func write(_ text: String, to path: String) throws {
    try write(to: path) { _ = try $0.writeAll(Array(text.utf8)) }
  }

  /// Replaces a file by the bytes that a closure writes.
  ///
  /// - Throws: The error of the closure, or `SystemError`; the old file is then unchanged.
  package static func write(to path: String, _ body: (FileDescriptor) throws -> Void) throws {
    let temporary = FilePath(temporaryPath(beside: path))
    do {
      let file = try FileDescriptor.open(
        temporary, .writeOnly, options: [.create, .exclusiveCreate],
        permissions: [.ownerReadWrite, .groupRead, .otherRead])
      do {
        try file.closeAfter {
          try body(file)
          guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
        }
        guard rename(temporary.string, path) == 0 else { throw Errno(rawValue: errno) }
      } catch {
        unlink(temporary.string)
        throw error
      }
    } catch let error as Errno { throw SystemError(path, error) }
  }

  /// Returns an unused path in the same directory, whose name is hidden and has a fixed length.
  package static func temporaryPath(beside path: String) -> String {
    FilePath(path).removingLastComponent().appending(".flowbench-\(UUID().uuidString)").string
  }
}

/// A file to which lines are appended, and of which each whole line outlives a crash.
package struct AppendingFile {
  private let file: FileDescriptor
  private let path: String

  /// Opens a file, and removes what follows its last whole line.
  ///
  /// - Parameter wholeSize: The number of bytes of its whole lines; `nil`: all of them.
  /// - Throws: `SystemError`.
  package init(_ path: String, wholeSize: Int? = nil) throws {
    self.path = path
    do {
      file = try FileDescriptor.open(FilePath(path), .writeOnly, options: .append)
      if let wholeSize { try file.resize(to: Int64(wholeSize)) }
    } catch { throw SystemError(path, error) }
  }

  /// Appends a line by one write; it outlives the process, and after ``sync()`` a power failure.
  ///
  /// - Throws: `SystemError`.
  package func append(_ line: String) throws {
    do { _ = try file.writeAll(Array(line.utf8)) } catch { throw SystemError(path, error) }
  }

  /// Waits until all lines are on disk.
  ///
  /// - Throws: `SystemError`.
  package func sync() throws {
    guard fsync(file.rawValue) == 0 else { throw SystemError(path, Errno(rawValue: errno)) }
  }
}
