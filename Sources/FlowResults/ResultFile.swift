import Foundation
import SystemPackage

/// A file that is replaced whole or not at all.
package enum WholeFile {
  /// Writes beside the file, syncs, and renames over it.
  ///
  /// - Throws: `SystemError`; the old file is then as it was.
  package static func write(_ text: String, to path: String) throws {
    do { try replace(path, text) } catch { throw SystemError(path, error) }
  }

  private static func replace(_ path: String, _ text: String) throws {
    let temporary = FilePath(path + ".new")
    let file = try FileDescriptor.open(
      temporary, .writeOnly, options: [.create, .truncate],
      permissions: [.ownerReadWrite, .groupRead, .otherRead])
    do {
      try file.closeAfter {
        _ = try file.writeAll(Array(text.utf8))
        guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
      }
      guard rename(path + ".new", path) == 0 else { throw Errno(rawValue: errno) }
    } catch {
      unlink(path + ".new")
      throw error
    }
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
    let whole = Self.wholeRows(bytes)
    // Without one whole line there is no header, and the error says so.
    let end = whole > 0 ? whole : bytes.count
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
    do { file = try FileDescriptor.open(FilePath(path), .writeOnly, options: .append) } catch {
      throw SystemError(path, error)
    }
  }

  /// How many bytes the finished rows have: a line end between quotes is no row's end, and a kill
  /// may have come right after one.
  private static func wholeRows(_ bytes: [UInt8]) -> Int {
    var isQuoted = false
    var end = 0
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: "\n"), !isQuoted { end = index + 1 }
    }
    return end
  }

  /// Adds rows by one write, and waits until they are on disk.
  ///
  /// - Throws: `SystemError`.
  package func append(_ rows: [Row]) throws {
    do { _ = try file.writeAll(Array(CSVFormat.lines(rows).utf8)) } catch {
      throw SystemError(path, error)
    }
    guard fsync(file.rawValue) == 0 else { throw SystemError(path, code: errno) }
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
