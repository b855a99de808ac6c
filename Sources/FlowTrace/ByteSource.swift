import Foundation

/// The bytes of a file or of memory, taken from the front; of a file no more is in memory than is
/// taken at once.
struct ByteSource {
  private static let chunk = 1 << 16

  /// What the bytes are called in errors.
  let file: String
  private let handle: FileHandle?
  private var buffer: Data
  private var isAtEnd: Bool

  /// The bytes of memory.
  init(_ data: Data, file: String) {
    self.file = file
    handle = nil
    buffer = data
    isAtEnd = true
  }

  /// The bytes of a file.
  ///
  /// - Throws: `TraceError` of kind `unreadableFile`.
  init(_ url: URL) throws(TraceError) {
    file = url.relativePath
    let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Self.unreadable(file, String(cString: strerror(errno)))
    }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    buffer = Data()
    isAtEnd = false
  }

  /// The next `count` bytes, which stay where they are; fewer when there are fewer.
  mutating func peek(_ count: Int) throws(TraceError) -> Data {
    while buffer.count < count, !isAtEnd { try fill() }
    return buffer.prefix(count)
  }

  /// Takes the next `count` bytes; fewer when there are fewer.
  mutating func take(_ count: Int) throws(TraceError) -> Data {
    let bytes = try peek(count)
    buffer = buffer.dropFirst(bytes.count)
    return bytes
  }

  /// Takes all bytes up to the next end of a line, and that end; `nil` when there are no more.
  ///
  /// - Returns: The line without its end, and whether it had one.
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
      // What was taken is let go.
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
