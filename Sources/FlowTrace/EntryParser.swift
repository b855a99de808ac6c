import Foundation

/// Reads headers and entries from JSON.
struct EntryParser<Action: Decodable> {
  let file: String
  private let json = LineDecoder.json

  init(file: String) { self.file = file }

  func header(_ line: Data, at place: TraceError.Place) throws(TraceError) -> TraceHeader {
    let text = String(decoding: line, as: UTF8.self)
    guard let header = try? json.decode(HeaderLine.self, from: line), let format = header.format
    else {
      throw TraceError(
        .missingHeader, file: file, place: place,
        rule: "the first line must be a header {\"format\":\"flow-trace\",\"version\":1}",
        found: text)
    }
    guard format == HeaderLine.format, let version = header.version, version >= 1 else {
      throw TraceError(
        .foreignHeader, file: file, place: place,
        rule: "the header must say \"format\":\"flow-trace\",\"version\":1", found: text)
    }
    guard version <= HeaderLine.version else {
      throw TraceError(
        .newerVersion, file: file, place: place,
        rule: "the version must be at most \(HeaderLine.version) for this program",
        found: "\(version)")
    }
    return header.header
  }

  func entry(
    _ line: Data, after count: Int, at place: TraceError.Place
  ) throws(TraceError) -> Trace<Action>.Entry {
    guard String(validating: line, as: UTF8.self) != nil,
      let entry = try? json.decode(EntryLine<Action>.self, from: line)
    else {
      throw TraceError(
        .corruptLine, file: file, place: place,
        rule: "a line must be {\"action\":…} or {\"state\":…,\"after\":n}",
        found: line.isEmpty ? "an empty line" : String(decoding: line, as: UTF8.self))
    }
    switch entry.content {
    case .action(let action): return .action(action)
    case .unknownAction(let error):
      throw unknown(LineDecoder.text(of: .action, in: line), at: place, because: error)
    case .state(let key, let after):
      guard after == count else {
        throw TraceError(
          .wrongStatePosition, file: file, place: place,
          rule: "a state after \(count) actions must say \"after\":\(count)", found: "\(after)")
      }
      let state = RecordedState(
        key, line: line, after: after, source: .init(file: file, place: place))
      return key == .state ? .state(state) : .restored(state)
    }
  }

  func action(_ text: Data, at place: TraceError.Place) throws(TraceError) -> Action {
    do {
      return try json.decode(Action.self, from: text)
    } catch {
      throw unknown(String(decoding: text, as: UTF8.self), at: place, because: error)
    }
  }

  private func unknown(
    _ text: String, at place: TraceError.Place, because error: any Error
  ) -> TraceError {
    TraceError(
      .unknownAction, file: file, place: place, rule: "an action must be a \(Action.self)",
      found: text, because: error)
  }
}
