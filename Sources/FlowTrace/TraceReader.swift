import Foundation

/// Reads a trace line by line, up to the first fault.
struct TraceReader<Action: Decodable> {
  let file: String
  private let json = LineDecoder.json
  private var trace = Trace<Action>()

  init(file: String) { self.file = file }

  /// Everything before the first fault, and the fault.
  static func read(_ data: Data, file: String) -> (trace: Trace<Action>, fault: TraceError?) {
    var reader = TraceReader(file: file)
    do throws(TraceError) {
      try reader.readAll(data)
      return (reader.trace, nil)
    } catch {
      return (reader.trace, error)
    }
  }

  private mutating func readAll(_ data: Data) throws(TraceError) {
    var number = 0
    var rest = data[...]
    repeat {
      number += 1
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      let line = Data(rest[..<(end ?? rest.endIndex)])
      rest = end.map { rest[($0 + 1)...] } ?? Data()
      // Without its end a line may still be complete: an object says where it ends.
      if number == 1 {
        try readHeader(line, isEnded: end != nil)
      } else {
        try readEntry(line, number: number, isEnded: end != nil)
      }
    } while !rest.isEmpty
  }

  private mutating func readHeader(_ line: Data, isEnded: Bool) throws(TraceError) {
    let text = String(decoding: line, as: UTF8.self)
    let header = try? json.decode(TraceHeader.self, from: line)
    if header == nil, !isEnded, text.hasPrefix("{") {
      throw truncated(line, number: 1)
    }
    guard let format = header?.format else {
      throw TraceError(
        .missingHeader, file: file, line: 1,
        rule: "the first line must be a header {\"format\":\"flow-trace\",\"version\":1}",
        found: line.isEmpty && !isEnded ? "an empty file" : text)
    }
    guard format == TraceHeader.format, let version = header?.version, version >= 1 else {
      throw TraceError(
        .foreignHeader, file: file, line: 1,
        rule: "the header must say \"format\":\"flow-trace\",\"version\":1", found: text)
    }
    guard version <= TraceHeader.version else {
      throw TraceError(
        .newerVersion, file: file, line: 1,
        rule: "the version must be at most \(TraceHeader.version) for this program",
        found: "\(version)")
    }
    trace.app = header?.app
    trace.seed = header?.seed
  }

  private mutating func readEntry(
    _ line: Data, number: Int, isEnded: Bool
  ) throws(TraceError) {
    guard String(validating: line, as: UTF8.self) != nil,
      let entry = try? json.decode(EntryLine<Action>.self, from: line)
    else {
      guard isEnded else { throw truncated(line, number: number) }
      throw TraceError(
        .corruptLine, file: file, line: number,
        rule: "a line must be {\"action\":…} or {\"state\":…,\"after\":n}",
        found: line.isEmpty ? "an empty line" : String(decoding: line, as: UTF8.self))
    }
    switch entry.content {
    case .action(let action): trace.append(action)
    case .unknownAction:
      throw TraceError(
        .unknownAction, file: file, line: number, rule: "an action must be a \(Action.self)",
        found: LineDecoder.text(of: .action, in: line))
    case .state(let key, let after):
      guard after == trace.actionCount else {
        throw TraceError(
          .wrongStatePosition, file: file, line: number,
          rule:
            "a state after \(trace.actionCount) actions must say \"after\":\(trace.actionCount)",
          found: "\(after)")
      }
      trace.append(
        RecordedState(key, line: line, after: after, source: .init(file: file, line: number)))
    }
  }

  private func truncated(_ line: Data, number: Int) -> TraceError {
    TraceError(
      .truncatedLine, file: file, line: number, rule: "the last line must be complete",
      found: String(decoding: line, as: UTF8.self))
  }
}
