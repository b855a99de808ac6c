import FlowFiles
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
  /// - Throws: `TraceError` of kind `unencodable`, or of the kind with which a reader would refuse it,
  ///   such as `wrongTime`.
  public func data() throws(TraceError) -> Data { try data(file: "trace") }

  private func data(file: String) throws(TraceError) -> Data {
    try header.check(actionCount, file: file)
    var data = try LineEncoder.header(header) + Data("\n".utf8)
    var lastNs: UInt64 = 0
    for entry in entries {
      if case .action(let traced) = entry { try traced.check(after: &lastNs, file: file) }
      data += try LineEncoder.line(of: entry, file: file)
    }
    return data
  }

  /// Writes the trace to a file, atomically.
  ///
  /// - Throws: `TraceError` of kind `unwritableFile`, or an error of `data()`. The file is then
  ///   unchanged.
  public func write(to url: URL) throws(TraceError) {
    let file = url.relativePath
    let data = try data(file: file)
    do throws(FileError) { try WholeFile.write(data, to: url.path) } catch {
      throw .unwritable(file, error.reason)
    }
  }
}
