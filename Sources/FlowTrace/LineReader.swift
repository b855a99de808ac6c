import Foundation

/// Reads the lines of a trace.
struct LineReader<Action: Decodable> {
  private var source: ByteSource
  private let parser: EntryParser<Action>
  private var number = 0

  init(_ source: ByteSource) {
    self.source = source
    parser = EntryParser(file: source.file)
  }

  /// Where the last entry was.
  var place: TraceError.Place { .line(number) }

  mutating func readHeader() throws(TraceError) -> TraceHeader {
    let (line, isEnded) = try source.takeLine() ?? (Data(), false)
    number = 1
    if let encoding = Self.foreignEncoding(line) {
      throw TraceError(
        .missingHeader, file: source.file, place: place,
        rule: "a trace must be text in UTF-8 without a byte order mark, or the binary form",
        found: encoding)
    }
    do throws(TraceError) {
      return try parser.header(line, at: place)
    } catch {
      if line.isEmpty, !isEnded {
        throw TraceError(
          .missingHeader, file: source.file, place: place, rule: error.rule, found: "an empty file")
      }
      // Without its end a line may still be complete: an object says where it ends.
      if error.kind == .missingHeader, !isEnded, line.first == UInt8(ascii: "{"),
        (try? LineDecoder.json.decode(HeaderLine.self, from: line)) == nil
      {
        throw truncated(line)
      }
      throw error
    }
  }

  mutating func next(after count: Int) throws(TraceError) -> Trace<Action>.Entry? {
    guard let (line, isEnded) = try source.takeLine() else { return nil }
    number += 1
    do throws(TraceError) {
      return try parser.entry(line, after: count, at: place)
    } catch {
      throw error.kind == .corruptLine && !isEnded ? truncated(line) : error
    }
  }

  /// The encoding that a first line seems to have instead of UTF-8; `nil` when it is UTF-8.
  private static func foreignEncoding(_ line: Data) -> String? {
    if line.starts(with: [0xEF, 0xBB, 0xBF]) { return "a byte order mark" }
    if line.starts(with: [0xFF, 0xFE]) || line.starts(with: [0xFE, 0xFF])
      || line.prefix(4).contains(0)
    {
      return "UTF-16 or UTF-32"
    }
    return String(validating: line, as: UTF8.self) == nil ? "bytes of another encoding" : nil
  }

  private func truncated(_ line: Data) -> TraceError {
    TraceError(
      .truncatedLine, file: source.file, place: place, rule: "the last line must be complete",
      found: String(decoding: line, as: UTF8.self))
  }
}
