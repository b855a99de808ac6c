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

/// A results file to which the rows of each job are appended, and which is readable after a crash.
package struct AppendingResultFile {
  private let file: FileDescriptor
  private let path: String

  /// Opens a file of an earlier process, and removes an incomplete last row.
  ///
  /// - Parameter keep: Returns the rows to keep.
  /// - Throws: `SystemError`, or `CSVError` if the file is broken.
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

  /// Opens a complete file.
  ///
  /// - Throws: `SystemError`.
  package init(appendingTo path: String) throws {
    self.path = path
    do {
      file = try FileDescriptor.open(FilePath(path), .writeOnly, options: .append)
    } catch { throw SystemError(path, error) }
  }

  /// Appends rows by one write; they outlive the process, and after ``sync()`` a power failure.
  ///
  /// - Throws: `SystemError`.
  package func append<Row: ResultRow>(_ rows: [Row]) throws {
    do { _ = try file.writeAll(Array(CSVFormat.lines(rows).utf8)) } catch {
      throw SystemError(path, error)
    }
  }

  /// Waits until all rows are on disk.
  ///
  /// - Throws: `SystemError`.
  package func sync() throws {
    guard fsync(file.rawValue) == 0 else { throw SystemError(path, Errno(rawValue: errno)) }
  }
}
