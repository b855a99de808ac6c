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

  private func truncated(_ line: Data) -> TraceError {
    TraceError(
      .truncatedLine, file: source.file, place: place, rule: "the last line must be complete",
      found: String(decoding: line, as: UTF8.self))
  }
}
