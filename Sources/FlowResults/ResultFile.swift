import Foundation
package import SystemPackage

/// A file that is replaced whole or not at all.
package enum WholeFile {
  /// Writes beside the file, syncs, and renames over it.
  ///
  /// - Throws: `SystemError`; the old file is then as it was.
  package static func write(_ text: String, to path: String) throws {
    try write(to: path) { _ = try $0.writeAll(Array(text.utf8)) }
  }

  /// Replaces a file by the bytes that a closure writes.
  ///
  /// - Throws: What the closure throws, and `SystemError`; the old file is then as it was.
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

  /// Returns a path in the same directory that no file has.
  ///
  /// The name is hidden, and its length does not depend on that of the file.
  package static func temporaryPath(beside path: String) -> String {
    FilePath(path).removingLastComponent().appending(".flowbench-\(UUID().uuidString)").string
  }
}

/// A results file that grows by the rows of one job at a time, and is readable after a crash.
package struct AppendingResultFile {
  private let file: FileDescriptor
  private let path: String

  /// Opens a file of an earlier process, and removes a last row that is not whole.
  ///
  /// - Parameter keep: Returns the rows that stay.
  /// - Throws: `SystemError`, or `CSVError` if the rest of the file is broken.
  package init<Row: ResultRow>(
    reopening path: String, keep: ([Row]) -> [Row]
  ) throws {
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    let (rows, wholeSize) = try CSVReader<Row>.read(path, name: Row.fileName, isGrowing: true) {
      (try $0.rest(), $0.scanner.bytes.count)
    }
    let kept = keep(rows)
    if wholeSize != size || kept.count < rows.count {
      try WholeFile.write(CSVFormat.text(kept), to: path)
    }
    try self.init(appendingTo: path)
  }

  /// Opens a file that is known to be whole.
  ///
  /// - Throws: `SystemError`.
  package init(appendingTo path: String) throws {
    self.path = path
    do {
      file = try FileDescriptor.open(FilePath(path), .writeOnly, options: .append)
    } catch { throw SystemError(path, error) }
  }

  /// Adds rows by one write, and waits until they are on disk.
  ///
  /// - Throws: `SystemError`.
  package func append<Row: ResultRow>(_ rows: [Row]) throws {
    do {
      _ = try file.writeAll(Array(CSVFormat.lines(rows).utf8))
      guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
    } catch { throw SystemError(path, error) }
  }
}
