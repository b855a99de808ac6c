public import Foundation

/// Writes a trace to a file atomically: the previous file remains until `finish()`.
///
/// To record actions while they happen, use `TraceWriter`.
public final class TraceFileWriter<Action: Encodable> {
  /// The form of the trace.
  public let form: TraceForm
  private let url: URL
  private let replacing: Bool
  private let handle: FileHandle
  private var encoder: TraceEncoder<Action>
  private var isFinished = false
  /// A hidden file in the same directory with a unique name.
  private let temporary: String
  private var file: String { url.relativePath }

  /// Creates a writer and writes the header.
  ///
  /// - Parameters:
  ///   - url: The file, in an existing directory.
  ///   - header: The header of the trace.
  ///   - form: The form of the trace.
  ///   - replacing: Pass `true` to replace an existing file.
  /// - Throws: `TraceError` of kind `unwritableFile` or `unencodable`.
  public init(
    _ url: URL, header: TraceHeader, form: TraceForm, replacing: Bool = false
  ) throws(TraceError) {
    self.url = url
    self.form = form
    self.replacing = replacing
    temporary =
      url.deletingLastPathComponent().appending(path: ".\(UUID().uuidString).trace").path
    encoder = TraceEncoder(form, file: url.relativePath)
    let start = try encoder.start(header)
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
  /// - Precondition: Times do not decrease.
  public func append(_ entry: Trace<Action>.Entry) throws(TraceError) {
    try write(try encoder.add(entry))
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
    try write(encoder.finish())
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
    guard !data.isEmpty else { return }
    do { try handle.write(contentsOf: data) } catch { throw .unwritable(file, reason(error)) }
  }
}
