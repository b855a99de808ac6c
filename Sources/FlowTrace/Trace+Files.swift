public import Foundation

extension Trace where Action: Decodable {
  /// Reads a trace from a file.
  ///
  /// - Throws: `TraceError`, at the first error. Use `readableEntries(of:)` to read the entries
  ///   before it.
  public init(reading url: URL) throws(TraceError) {
    self = try Self.whole(Self.readableEntries(of: url))
  }

  /// Reads a trace from memory.
  ///
  /// - Parameters:
  ///   - data: The content of a trace file.
  ///   - file: The name of the file in errors.
  /// - Throws: `TraceError`, at the first error.
  public init(data: Data, file: String = "trace") throws(TraceError) {
    self = try Self.whole(Self.readableEntries(of: data, file: file))
  }

  /// Returns the entries of a file before the first error, and the error, if there is one.
  ///
  /// Use this method for a trace that was truncated or damaged.
  public static func readableEntries(of url: URL) -> (trace: Trace, fault: TraceError?) {
    read { () throws(TraceError) in try TraceReader(reading: url) }
  }

  /// Returns the entries of a trace in memory before the first error, and the error, if there is
  /// one.
  public static func readableEntries(
    of data: Data, file: String = "trace"
  ) -> (trace: Trace, fault: TraceError?) {
    read { () throws(TraceError) in try TraceReader(data: data, file: file) }
  }

  private static func read(
    _ open: () throws(TraceError) -> TraceReader<Action>
  ) -> (trace: Trace, fault: TraceError?) {
    var trace = Trace()
    do throws(TraceError) {
      var reader = try open()
      trace.header = reader.header
      while let entry = try reader.next() { trace.append(entry) }
      return (trace, nil)
    } catch {
      return (trace, error)
    }
  }

  private static func whole(
    _ reading: (trace: Trace, fault: TraceError?)
  ) throws(TraceError) -> Trace {
    if let fault = reading.fault { throw fault }
    return reading.trace
  }
}

extension Trace where Action: Encodable {
  /// Returns the content of a trace file.
  ///
  /// - Throws: `TraceError` of kind `unencodable`.
  public func data() throws(TraceError) -> Data { try data(file: "trace") }

  private func data(file: String) throws(TraceError) -> Data {
    var data = try LineEncoder.header(header) + Data("\n".utf8)
    for entry in entries { data += try LineEncoder.line(of: entry, file: file) }
    return data
  }

  /// Writes the trace to a file, atomically.
  ///
  /// - Throws: `TraceError` of kind `unencodable` or `unwritableFile`. The file is then unchanged.
  public func write(to url: URL) throws(TraceError) {
    let file = url.relativePath
    let data = try data(file: file)
    let temporary =
      url.deletingLastPathComponent().appending(path: ".\(UUID().uuidString).trace").path
    // Exclusive, so that neither an existing file nor the target of a link is overwritten.
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .unwritable(file, String(cString: strerror(errno))) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try handle.write(contentsOf: data)
      try handle.synchronize()
      try handle.close()
    } catch {
      unlink(temporary)
      throw .unwritable(file, reason(error))
    }
    guard rename(temporary, url.path) == 0 else {
      let found = String(cString: strerror(errno))
      unlink(temporary)
      throw .unwritable(file, found)
    }
  }
}
