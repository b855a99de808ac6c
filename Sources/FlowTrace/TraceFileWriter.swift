public import Foundation

/// Writes a trace of known actions to a file, whole or not at all: until `finish()` it lies beside
/// the file, and what was there before stays.
///
/// What happens only now, in a program that may crash, is for a `TraceWriter`.
public final class TraceFileWriter<Action: Encodable> {
  /// How it is written.
  public let form: TraceForm
  private let url: URL
  private let replacing: Bool
  private let handle: FileHandle
  private var blocks: BlockEncoder<Action>
  private var isFinished = false

  /// Where it is until it is finished: a hidden file beside `url` that no other process has.
  private let temporary: String
  private var file: String { url.relativePath }

  /// Begins a trace.
  ///
  /// - Parameters:
  ///   - url: Where; its directory must exist.
  ///   - header: What the trace says of itself.
  ///   - form: How it is written.
  ///   - replacing: Whether a file that is there already may be replaced.
  /// - Throws: `TraceError` of kind `unwritableFile` or `unencodable`.
  public init(
    _ url: URL, header: TraceHeader, form: TraceForm, replacing: Bool = false
  ) throws(TraceError) {
    self.url = url
    self.form = form
    self.replacing = replacing
    temporary =
      url.deletingLastPathComponent().appending(path: ".\(UUID().uuidString).trace").path
    blocks = BlockEncoder(file: url.relativePath)
    let start =
      switch form {
      case .lines: try LineEncoder.header(header) + Data("\n".utf8)
      case .binary: try BlockEncoder<Action>.start(header)
      }
    if !replacing, access(url.path, F_OK) == 0 { throw Self.mustBeNew(url, EEXIST) }
    // Exclusively, so that neither a file that is there nor the target of a link is overwritten.
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Self.unwritable(url, String(cString: strerror(errno))) }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try write(start)
  }

  deinit { if !isFinished { unlink(temporary) } }

  /// Adds an entry.
  ///
  /// - Throws: `TraceError` of kind `unencodable` or `unwritableFile`; the trace is then lost.
  /// - Precondition: Times do not go back.
  public func append(_ entry: Trace<Action>.Entry) throws(TraceError) {
    switch form {
    case .lines: try write(try LineEncoder.line(of: entry, file: file))
    case .binary: try write(try blocks.add(entry))
    }
  }

  /// Adds an action.
  ///
  /// - Throws: As `append(_:)`.
  public func append(_ action: TracedAction<Action>) throws(TraceError) {
    try append(.action(action))
  }

  /// Waits until all is on disk, and puts it where it belongs.
  ///
  /// - Throws: `TraceError` of kind `unwritableFile`; the file is then as it was.
  public func finish() throws(TraceError) {
    if form == .binary { try write(blocks.finish()) }
    do {
      try handle.synchronize()
      try handle.close()
    } catch { throw Self.unwritable(url, reason(error)) }
    if replacing {
      guard rename(temporary, url.path) == 0 else {
        throw Self.unwritable(url, String(cString: strerror(errno)))
      }
    } else {
      // A link, since it does not replace a file that another process has put there meanwhile.
      guard link(temporary, url.path) == 0 else { throw Self.mustBeNew(url, errno) }
      unlink(temporary)
    }
    isFinished = true
  }

  private func write(_ data: Data) throws(TraceError) {
    guard !data.isEmpty else { return }
    do { try handle.write(contentsOf: data) } catch { throw Self.unwritable(url, reason(error)) }
  }

  private static func unwritable(_ url: URL, _ found: String) -> TraceError {
    TraceError(
      .unwritableFile, file: url.relativePath, rule: "the file must be one that can be written",
      found: found)
  }

  private static func mustBeNew(_ url: URL, _ code: Int32) -> TraceError {
    TraceError(
      .unwritableFile, file: url.relativePath,
      rule: "the file must be a new one that can be written", found: String(cString: strerror(code))
    )
  }
}
