import Foundation

/// The bytes of a file or of memory, in order. A file is read in chunks.
struct ByteSource {
  private static let chunk = 1 << 16

  /// The name of the source in errors.
  let file: String
  private let handle: FileHandle?
  private var buffer = Data()
  private var isAtEnd: Bool

  init(_ data: Data, file: String) {
    self.file = file
    handle = nil
    buffer = data
    isAtEnd = true
  }

  /// Opens a file.
  ///
  /// - Throws: `TraceError` of kind `unreadableFile`.
  init(_ url: URL) throws(TraceError) {
    file = url.relativePath
    let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Self.unreadable(file, String(cString: strerror(errno)))
    }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    isAtEnd = false
  }

  /// Removes and returns the next line.
  ///
  /// - Returns: The line without its end, and whether it had one; `nil` at the end.
  ///
  /// - Complexity: O(bytes) in all, however long the lines are.
  mutating func takeLine() throws(TraceError) -> (line: Data, isEnded: Bool)? {
    var searched = buffer.startIndex
    while true {
      if let end = Self.lineFeed(in: buffer, from: searched) {
        let line = buffer[..<end]
        buffer = buffer[(end + 1)...]
        return (line, true)
      }
      if isAtEnd {
        guard !buffer.isEmpty else { return nil }
        defer { buffer = Data() }
        return (buffer, false)
      }
      let old = buffer.count
      // A line that is still not complete doubles, so that it is copied a constant number of times.
      try fill(max(Self.chunk, old))
      searched = buffer.startIndex + old
    }
  }

  /// Returns the index of the next line feed.
  private static func lineFeed(in data: Data, from start: Data.Index) -> Data.Index? {
    data[start...].withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress,
        let found = memchr(base, Int32(UInt8(ascii: "\n")), bytes.count)
      else { return nil }
      return start + (UnsafeRawPointer(found) - base)
    }
  }

  private mutating func fill(_ count: Int) throws(TraceError) {
    do {
      guard let more = try handle?.read(upToCount: count), !more.isEmpty else {
        isAtEnd = true
        return
      }
      // A copy, which releases the bytes that were removed.
      buffer = Data(buffer) + more
    } catch {
      throw Self.unreadable(file, reason(error))
    }
  }

  private static func unreadable(_ file: String, _ found: String) -> TraceError {
    TraceError(.unreadableFile, file: file, rule: "cannot be read", found: found)
  }
}
