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

/// A results file that grows by the rows of one trial at a time and survives being killed.
package struct AppendingResultFile<Row: ResultRow> {
  private let file: FileDescriptor
  private let path: String

  /// Makes the file with its header.
  ///
  /// - Throws: `SystemError`.
  package init(creating path: String) throws {
    try WholeFile.write(CSVFormat.header(Row.self), to: path)
    try self.init(appendingTo: path)
  }

  /// Opens a file that was there before; a last line that was not finished is taken away.
  ///
  /// - Parameter keep: Which of the whole rows stay.
  /// - Throws: `SystemError`, or `CSVError` when what remains is broken.
  package init(reopening path: String, keep: ([Row]) -> [Row] = { $0 }) throws {
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    if let error = TextFile.fault(bytes, file: Row.fileName) { throw error }
    let end = bytes.withUnsafeBufferPointer { CSVFormat.endOfWholeRows($0) }
    let rows: [Row] = try CSVParser.rows(
      String(decoding: bytes[..<end], as: UTF8.self), file: Row.fileName)
    let kept = keep(rows)
    if end < bytes.count || kept.count < rows.count {
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
  package func append(_ rows: [Row]) throws {
    do {
      _ = try file.writeAll(Array(CSVFormat.lines(rows).utf8))
      guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
    } catch { throw SystemError(path, error) }
  }

  /// All rows on disk.
  ///
  /// - Throws: `CSVError`, or what reading the file throws.
  package static func read(_ path: String) throws -> [Row] {
    do { return try CSVParser.rows(TextFile.read(path), file: Row.fileName) } catch let error
      as CSVError
    {
      throw error.line == nil ? CSVError(file: Row.fileName, rule: error.rule) : error
    }
  }
}

extension CSVFormat {
  /// Returns the number of bytes that whole rows have; all of them if there is not even a whole header.
  ///
  /// A line end between quotes does not end a row, and a process may have been killed right after one.
  package static func endOfWholeRows(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var isQuoted = false
    var end = 0
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: "\n"), !isQuoted { end = index + 1 }
    }
    return end > 0 ? end : bytes.count
  }
}
