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
  mutating func takeLine() throws(TraceError) -> (line: Data, isEnded: Bool)? {
    var searched = buffer.startIndex
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
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
      try fill()
      searched = buffer.startIndex + old
    }
  }

  private mutating func fill() throws(TraceError) {
    do {
      guard let more = try handle?.read(upToCount: Self.chunk), !more.isEmpty else {
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
    TraceError(
      .unreadableFile, file: file, rule: "the file must be one that can be read", found: found)
  }
}
