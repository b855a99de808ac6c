public import Foundation

extension Trace where Action: Decodable {
  /// Reads a trace from a file.
  ///
  /// - Throws: `TraceError`, at the first fault. What comes before it is read by
  ///   `readableEntries(of:)`.
  public init(reading url: URL) throws(TraceError) {
    self = try Self.whole(Self.readableEntries(of: url))
  }

  /// Reads a trace from what a file holds; errors call it `file`.
  ///
  /// - Throws: `TraceError`, at the first fault.
  public init(data: Data, file: String = "trace") throws(TraceError) {
    self = try Self.whole(Self.readableEntries(of: data, file: file))
  }

  /// All entries of a file before the first fault, and the fault, if there is one: what is left of
  /// a trace whose writer was killed, or whose file was damaged.
  public static func readableEntries(of url: URL) -> (trace: Trace, fault: TraceError?) {
    do throws(TraceError) {
      return readableEntries(of: try readFile(url), file: url.relativePath)
    } catch {
      return (Trace(), error)
    }
  }

  /// All entries before the first fault, and the fault, if there is one; errors call it `file`.
  public static func readableEntries(
    of data: Data, file: String = "trace"
  ) -> (trace: Trace, fault: TraceError?) {
    TraceReader.read(data, file: file)
  }

  private static func whole(_ reading: (trace: Trace, fault: TraceError?)) throws(TraceError)
    -> Trace
  {
    if let fault = reading.fault { throw fault }
    return reading.trace
  }
}

extension Trace where Action: Encodable {
  /// The trace as a file holds it.
  ///
  /// - Throws: `TraceError` of kind `unencodable`.
  public func data() throws(TraceError) -> Data { try data(file: "trace") }

  /// Writes the trace to a file, whole or not at all: what was there before stays until all is
  /// on disk.
  ///
  /// - Throws: `TraceError` of kind `unencodable` or `unwritableFile`; the file is then as it was.
  public func write(to url: URL) throws(TraceError) {
    try writeWhole(data(file: url.relativePath), to: url)
  }

  private func data(file: String) throws(TraceError) -> Data {
    var data = try LineEncoder.header(app: app, seed: seed)
    for entry in entries {
      data.append(UInt8(ascii: "\n"))
      switch entry {
      case .action(let action): data += try LineEncoder.action(action, file: file)
      case .state(let state), .restored(let state): data += state.line
      }
    }
    data.append(UInt8(ascii: "\n"))
    return data
  }
}

/// All that a file holds.
func readFile(_ url: URL) throws(TraceError) -> Data {
  do {
    return try Data(contentsOf: url)
  } catch {
    throw TraceError(
      .unreadableFile, file: url.relativePath, rule: "the file must be one that can be read",
      found: reason(error))
  }
}

/// Writes beside the file, syncs, and renames over it.
func writeWhole(_ data: Data, to url: URL) throws(TraceError) {
  let temporary = url.path + ".new"
  do {
    try data.write(to: URL(filePath: temporary))
    let file = try FileHandle(forWritingTo: URL(filePath: temporary))
    try file.synchronize()
    try file.close()
    guard rename(temporary, url.path) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
  } catch {
    unlink(temporary)
    throw TraceError(
      .unwritableFile, file: url.relativePath, rule: "the file must be one that can be written",
      found: reason(error))
  }
}
