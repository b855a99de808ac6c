public import Foundation

/// Writes a trace to a file atomically: the previous file remains until `finish()`.
///
/// To record actions while they happen, use `TraceWriter`.
public final class TraceFileWriter<Action: Encodable> {
  private let url: URL
  private let replacing: Bool
  private let handle: FileHandle
  private var isFinished = false
  /// A hidden file in the same directory with a unique name.
  private let temporary: String
  private var file: String { url.relativePath }

  /// Creates a writer and writes the header.
  ///
  /// - Parameters:
  ///   - url: The file, in an existing directory.
  ///   - header: The header of the trace.
  ///   - replacing: Pass `true` to replace an existing file.
  /// - Throws: `TraceError` of kind `unwritableFile` or `unencodable`.
  public init(
    _ url: URL, header: TraceHeader, replacing: Bool = false
  ) throws(TraceError) {
    self.url = url
    self.replacing = replacing
    temporary =
      url.deletingLastPathComponent().appending(path: ".\(UUID().uuidString).trace").path
    let start = try LineEncoder.header(header) + Data("\n".utf8)
    if !replacing, access(url.path, F_OK) == 0 {
      throw .unwritable(url.relativePath, isNew: true, String(cString: strerror(EEXIST)))
    }
    // Exclusive, so that neither an existing file nor the target of a link is overwritten.
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw .unwritable(url.relativePath, String(cString: strerror(errno)))
    }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try write(start)
  }

  deinit { if !isFinished { unlink(temporary) } }

  /// Appends an entry.
  ///
  /// - Throws: `TraceError` of kind `unencodable` or `unwritableFile`. The trace is then discarded.
  public func append(_ entry: Trace<Action>.Entry) throws(TraceError) {
    try write(try LineEncoder.line(of: entry, file: file))
  }

  /// Appends an action.
  ///
  /// - Throws: The errors of `append(_:)` for entries.
  public func append(_ action: TracedAction<Action>) throws(TraceError) {
    try append(.action(action))
  }

  /// Waits until all data is on disk and moves the file into place.
  ///
  /// - Throws: `TraceError` of kind `unwritableFile`. The file is then unchanged.
  public func finish() throws(TraceError) {
    do {
      try handle.synchronize()
      try handle.close()
    } catch { throw .unwritable(file, reason(error)) }
    if replacing {
      guard rename(temporary, url.path) == 0 else {
        throw .unwritable(file, String(cString: strerror(errno)))
      }
    } else {
      // A link, because it does not replace a file that another process has created meanwhile.
      guard link(temporary, url.path) == 0 else {
        throw .unwritable(file, isNew: true, String(cString: strerror(errno)))
      }
      unlink(temporary)
    }
    isFinished = true
  }

  private func write(_ data: Data) throws(TraceError) {
    do { try handle.write(contentsOf: data) } catch { throw .unwritable(file, reason(error)) }
  }
}
