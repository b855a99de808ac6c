public import Foundation

/// Reads a trace one entry at a time. Only a part of the file is in memory.
///
/// ```swift
/// var reader = try TraceReader<AppAction>(reading: url)
/// while let entry = try reader.next() {
///   if case .action(let traced) = entry { print(traced.atNs ?? 0, traced.action) }
/// }
/// ```
public struct TraceReader<Action: Decodable> {
  /// The header of the trace.
  public private(set) var header = TraceHeader()
  /// The number of actions read so far.
  public private(set) var actionCount = 0
  private var source: ByteSource
  /// The number of the last line.
  private var line = 0
  private var lastNs: UInt64 = 0
  private let json = LineDecoder.json
  private var isEnded = false

  /// Opens a trace file and reads the header.
  ///
  /// - Throws: `TraceError`.
  public init(reading url: URL) throws(TraceError) { try self.init(ByteSource(url)) }

  /// Reads the header of a trace in memory.
  ///
  /// - Parameters:
  ///   - data: The content of a trace file.
  ///   - file: The name of the file in errors.
  /// - Throws: `TraceError`.
  public init(data: Data, file: String = "trace") throws(TraceError) {
    try self.init(ByteSource(data, file: file))
  }

  private init(_ source: ByteSource) throws(TraceError) {
    self.source = source
    header = try readHeader()
  }

  /// Reads the next entry.
  ///
  /// - Returns: The entry; `nil` at the end and after an error.
  /// - Throws: `TraceError`. The entries before it are valid, and `actionCount` is their number of
  ///   actions.
  public mutating func next() throws(TraceError) -> Trace<Action>.Entry? {
    guard !isEnded else { return nil }
    do throws(TraceError) {
      guard let entry = try nextLine() else {
        isEnded = true
        try header.check(actionCount, file: source.file)
        return nil
      }
      if case .action(let traced) = entry {
        try traced.check(after: &lastNs, file: source.file, line: line)
        actionCount += 1
      }
      return entry
    } catch {
      isEnded = true
      throw error
    }
  }

  /// Returns an error at the current line.
  private func fault(
    _ kind: TraceError.Kind, _ rule: String, _ found: String, because error: (any Error)? = nil
  ) -> TraceError {
    TraceError(kind, file: source.file, line: line, rule: rule, found: found, because: error)
  }
}

// The rules of a trace that its lines do not show, for readers and writers.

extension TraceHeader {
  /// Refuses another number of actions than that of the header.
  func check(_ found: Int, file: String) throws(TraceError) {
    guard let actionCount, actionCount != found else { return }
    throw TraceError(
      .missingActions, file: file,
      rule: "the number of actions must be that of the header, \(actionCount)", found: "\(found)")
  }
}

extension TracedAction {
  /// Refuses a time before the last one, and replaces the last one.
  func check(after lastNs: inout UInt64, file: String, line: Int = 0) throws(TraceError) {
    guard let atNs else { return }
    guard atNs >= lastNs else {
      throw TraceError(
        .wrongTime, file: file, line: line,
        rule: "an action must not be earlier than the last one, at \(lastNs) ns",
        found: "\(atNs) ns")
    }
    lastNs = atNs
  }
}

// MARK: - Lines

extension TraceReader {
  private mutating func readHeader() throws(TraceError) -> TraceHeader {
    let (line, isEnded) = try source.takeLine() ?? (Data(), false)
    self.line = 1
    if let encoding = Self.foreignEncoding(line) {
      throw fault(
        .missingHeader, "a trace must be text in UTF-8 without a byte order mark", encoding)
    }
    do throws(TraceError) {
      return try header(of: line)
    } catch {
      if line.isEmpty, !isEnded { throw fault(.missingHeader, error.rule, "an empty file") }
      // A complete object without a line end is valid.
      if error.kind == .missingHeader, !isEnded, line.first == UInt8(ascii: "{"),
        (try? json.decode(HeaderLine.self, from: line)) == nil
      {
        throw truncated(line)
      }
      throw error
    }
  }

  /// Returns the encoding that a first line appears to have; `nil` if it is UTF-8.
  private static func foreignEncoding(_ line: Data) -> String? {
    if line.starts(with: [0xEF, 0xBB, 0xBF]) { return "a byte order mark" }
    if line.starts(with: [0xFF, 0xFE]) || line.starts(with: [0xFE, 0xFF])
      || line.prefix(4).contains(0)
    {
      return "UTF-16 or UTF-32"
    }
    return String(data: line, encoding: .utf8) == nil ? "bytes of another encoding" : nil
  }

  private mutating func nextLine() throws(TraceError) -> Trace<Action>.Entry? {
    guard let (line, isEnded) = try source.takeLine() else { return nil }
    self.line += 1
    do throws(TraceError) {
      return try entry(of: line)
    } catch {
      throw error.kind == .corruptLine && !isEnded ? truncated(line) : error
    }
  }

  private func truncated(_ line: Data) -> TraceError {
    fault(
      .truncatedLine, "the last line must be complete", String(decoding: line, as: UTF8.self))
  }

  // MARK: - JSON

  private func header(of line: Data) throws(TraceError) -> TraceHeader {
    let text = String(decoding: line, as: UTF8.self)
    guard let header = try? json.decode(HeaderLine.self, from: line), let format = header.format
    else {
      throw fault(
        .missingHeader,
        "the first line must be a header {\"format\":\"flow-trace\",\"version\":1}", text)
    }
    guard format == HeaderLine.format, let version = header.version, version >= 1 else {
      throw fault(
        .foreignHeader, "the header must contain \"format\":\"flow-trace\",\"version\":1", text)
    }
    guard version <= HeaderLine.version else {
      throw fault(
        .newerVersion, "the version must be at most \(HeaderLine.version) for this program",
        "\(version)")
    }
    return header.header
  }

  private func entry(of line: Data) throws(TraceError) -> Trace<Action>.Entry {
    guard String(data: line, encoding: .utf8) != nil,
      let entry = try? json.decode(EntryLine<Action>.self, from: line)
    else {
      throw fault(
        .corruptLine, "a line must be {\"action\":…} or {\"state\":…,\"after\":n}",
        line.isEmpty ? "an empty line" : String(decoding: line, as: UTF8.self))
    }
    switch entry.content {
    case .action(let action): return .action(action)
    case .unknownAction(let error):
      throw fault(
        .unknownAction, "an action must be a \(Action.self)",
        LineDecoder.text(of: .action, in: line), because: error)
    case .state(let key, let after):
      guard after == actionCount else {
        throw fault(
          .wrongStatePosition,
          "a state after \(actionCount) actions must contain \"after\":\(actionCount)", "\(after)")
      }
      let state = RecordedState(
        key, line: line, after: after, source: .init(file: source.file, line: self.line))
      return key == .state ? .state(state) : .restored(state)
    }
  }
}
