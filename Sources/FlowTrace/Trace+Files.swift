public import Foundation

extension Trace where Action: Decodable {
  /// Reads a trace from a file, in either form.
  ///
  /// - Throws: `TraceError`, at the first fault. What comes before it is read by
  ///   `readableEntries(of:)`.
  public init(reading url: URL) throws(TraceError) {
    self = try Self.whole(Self.readableEntries(of: url))
  }

  /// Reads a trace from what a file holds, in either form; errors call it `file`.
  ///
  /// - Throws: `TraceError`, at the first fault.
  public init(data: Data, file: String = "trace") throws(TraceError) {
    self = try Self.whole(Self.readableEntries(of: data, file: file))
  }

  /// All entries of a file before the first fault, and the fault, if there is one: what is left of
  /// a trace whose writer was killed, or whose file was damaged.
  public static func readableEntries(of url: URL) -> (trace: Trace, fault: TraceError?) {
    read { () throws(TraceError) in try TraceReader(reading: url) }
  }

  /// All entries before the first fault, and the fault, if there is one; errors call it `file`.
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
  /// - Precondition: Times do not go back.
  public func data(form: TraceForm = .lines) throws(TraceError) -> Data {
    var blocks = BlockEncoder<Action>(file: "trace")
    var data =
      switch form {
      case .lines: try LineEncoder.header(header) + Data("\n".utf8)
      case .binary: try BlockEncoder<Action>.start(header)
      }
    for entry in entries {
      switch form {
      case .lines: data += try LineEncoder.line(of: entry, file: "trace")
      case .binary: data += try blocks.add(entry)
      }
    }
    return form == .binary ? data + blocks.finish() : data
  }

  /// Writes the trace to a file, whole or not at all: what was there before stays until all is
  /// on disk.
  ///
  /// - Throws: `TraceError` of kind `unencodable` or `unwritableFile`; the file is then as it was.
  /// - Precondition: Times do not go back.
  public func write(to url: URL, form: TraceForm = .lines) throws(TraceError) {
    let writer = try TraceFileWriter<Action>(url, header: header, form: form, replacing: true)
    for entry in entries { try writer.append(entry) }
    try writer.finish()
  }
}
