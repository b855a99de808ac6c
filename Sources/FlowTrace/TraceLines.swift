import Foundation

/// The keys of entry lines.
enum LineKey: String, CodingKey {
  case action
  case state
  case restored
  case after
  case at
  case answer
}

// The encodings of numbers that JSON cannot represent.
private let infinity = "Infinity"
private let negativeInfinity = "-Infinity"
private let notANumber = "NaN"

/// Encodes lines, without their ends unless stated otherwise.
enum LineEncoder {
  // A new encoder for each call, because an encoder is confined to one thread.
  private static func encode(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: infinity, negativeInfinity: negativeInfinity, nan: notANumber)
    return try encoder.encode(value)
  }

  /// Returns the header line, with keys in the documented order.
  static func header(_ header: TraceHeader) throws(TraceError) -> Data {
    var line = Data(#"{"format":"\#(HeaderLine.format)","version":\#(HeaderLine.version)"#.utf8)
    if let app = header.app {
      line += Data(#","app":"#.utf8) + (try encoded(app, "an app's name", "trace"))
    }
    if let seed = header.seed { line += Data(#","seed":\#(seed)"#.utf8) }
    if header.marksAnswers { line += Data(#","marksAnswers":true"#.utf8) }
    if let count = header.actionCount { line += Data(#","actions":\#(count)"#.utf8) }
    if let digest = header.digest {
      line += Data(#","digest":"#.utf8) + (try encoded(digest, "a digest", "trace"))
    }
    return line + Data("}".utf8)
  }

  static func action(
    _ traced: TracedAction<some Encodable>, file: String
  ) throws(TraceError) -> Data {
    var line = Data(#"{"action":"#.utf8) + (try encoded(traced.action, "an action", file))
    if let ns = traced.atNs { line += Data(#","at":\#(ns)"#.utf8) }
    if traced.isAnswer { line += Data(#","answer":true"#.utf8) }
    return line + Data("}".utf8)
  }

  /// Returns the line of an entry with its end.
  static func line<Action: Encodable>(
    of entry: Trace<Action>.Entry, file: String
  ) throws(TraceError) -> Data {
    switch entry {
    case .action(let action): try self.action(action, file: file) + Data("\n".utf8)
    case .state(let state), .restored(let state): state.line + Data("\n".utf8)
    }
  }

  static func state(
    _ state: some Encodable, as key: LineKey, after: Int, file: String
  ) throws(TraceError) -> Data {
    Data(#"{"\#(key.rawValue)":"#.utf8) + (try encoded(state, "a state", file))
      + Data(#","after":\#(after)}"#.utf8)
  }

  private static func encoded(
    _ value: some Encodable, _ what: String, _ file: String
  ) throws(TraceError) -> Data {
    do {
      return try encode(value)
    } catch {
      throw TraceError(
        .unencodable, file: file, rule: "\(what) must be encodable as JSON",
        found: "\(value)")
    }
  }
}

enum LineDecoder {
  static var json: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: infinity, negativeInfinity: negativeInfinity, nan: notANumber)
    return decoder
  }

  /// Returns the JSON of the first value in a line, or the line if it cannot be found.
  static func text(of key: LineKey, in line: Data) -> String {
    let text = String(decoding: line, as: UTF8.self)
    let start = "{\"\(key.rawValue)\":"
    let ends = key == .action ? [",\"at\":", ",\"answer\":", "}"] : [",\"after\":"]
    let last = ends.lazy.compactMap { text.range(of: $0, options: .backwards)?.lowerBound }.first
    guard text.hasPrefix(start), let last, last > text.startIndex else { return text }
    return String(text[..<last].dropFirst(start.count))
  }
}

struct EntryLine<Action: Decodable>: Decodable {
  enum Content {
    case action(TracedAction<Action>)
    case unknownAction(any Error)
    case state(LineKey, after: Int)
  }

  let content: Content

  init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: LineKey.self)
    if line.contains(.action) {
      let action: Action
      do {
        action = try line.decode(Action.self, forKey: .action)
      } catch {
        // Distinct from a line that is not an entry.
        content = .unknownAction(error)
        return
      }
      content = .action(
        TracedAction(
          action, atNs: try line.decodeIfPresent(UInt64.self, forKey: .at),
          isAnswer: try line.decodeIfPresent(Bool.self, forKey: .answer) ?? false))
    } else {
      let key: LineKey = line.contains(.restored) ? .restored : .state
      guard line.contains(key) else {
        throw DecodingError.keyNotFound(
          key, .init(codingPath: [], debugDescription: "no entry"))
      }
      content = .state(key, after: try line.decode(Int.self, forKey: .after))
    }
  }
}

struct StateLine<State: Decodable>: Decodable {
  let state: State

  init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: LineKey.self)
    state = try line.decode(
      State.self, forKey: line.contains(.restored) ? .restored : .state)
  }
}

/// Any value of JSON, which is ignored.
struct AnyValue: Decodable {
  init(from decoder: any Decoder) {}
}
