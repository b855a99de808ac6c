import Foundation

/// Reads the blocks of a trace.
struct BlockReader<Action: Decodable> {
  private var source: ByteSource
  private let parser: EntryParser<Action>
  private var number = 0
  private var block = Data()
  private var isAtEnd = false
  private var actions = NumberedValues<Action>()
  private var shapes = NumberedValues<Data>()
  private var values = NumberedValues<Data>()
  private var lastNs: UInt64 = 0

  init(_ source: ByteSource) {
    self.source = source
    parser = EntryParser(file: source.file)
  }

  /// Where the last entry was.
  var place: TraceError.Place { .block(number) }

  mutating func readHeader() throws(TraceError) -> TraceHeader {
    let start = try source.take(BlockForm.magic.count)
    guard start == BlockForm.magic else {
      guard !BlockForm.magic.starts(with: start) else {
        throw truncated(start.count, of: BlockForm.magic.count)
      }
      throw TraceError(
        .foreignHeader, file: source.file,
        rule: "a binary trace must begin with \(Self.hexadecimal(BlockForm.magic))",
        found: Self.hexadecimal(start))
    }
    let line = try takeBlock()
    return try parser.header(line, at: place)
  }

  mutating func next(after count: Int) throws(TraceError) -> Trace<Action>.Entry? {
    if block.isEmpty {
      guard !isAtEnd else { return nil }
      block = try takeBlock()
      guard !block.isEmpty else {
        isAtEnd = true
        let rest = try source.peek(1)
        guard rest.isEmpty else { throw corrupt("nothing may follow the last block", "more") }
        return nil
      }
    }
    return try takeEntry(after: count)
  }

  private mutating func takeEntry(after count: Int) throws(TraceError) -> Trace<Action>.Entry {
    let head = try takeNumber()
    guard let tag = BlockForm.Tag(rawValue: head & 3) else {
      throw corrupt("an entry must be an action or a line", "\(head & 3)")
    }
    guard tag != .line else {
      return try parser.entry(try take(head >> 2), after: count, at: place)
    }
    let action = try takeAction(number: head >> 2)
    var atNs: UInt64?
    let step = try takeNumber()
    if step > 0 {
      let (ns, isTooMuch) = lastNs.addingReportingOverflow(step - 1)
      guard !isTooMuch else { throw corrupt("times must be below 2^64 ns", "\(step) ns more") }
      lastNs = ns
      atNs = ns
    }
    return .action(TracedAction(action, atNs: atNs, isAnswer: tag == .answer))
  }

  private mutating func takeAction(number: UInt64) throws(TraceError) -> Action {
    guard number == 0 else {
      guard let action = actions[number] else { throw unknown("action", number, actions.count) }
      return action
    }
    var json = Data()
    for byte in try takeText(\.shapes, "shape") {
      if byte == JSONShape.hole {
        json += try takeText(\.values, "value")
      } else {
        json.append(byte)
      }
    }
    let action = try parser.action(json, at: place)
    actions.add(action)
    return action
  }

  private mutating func takeText(
    _ texts: WritableKeyPath<BlockReader, NumberedValues<Data>>, _ name: String
  ) throws(TraceError) -> Data {
    let number = try takeNumber()
    guard number == 0 else {
      guard let text = self[keyPath: texts][number] else {
        throw unknown(name, number, self[keyPath: texts].count)
      }
      return text
    }
    let text = try take(try takeNumber())
    self[keyPath: texts].add(text)
    return text
  }

  private func unknown(_ name: String, _ number: UInt64, _ count: Int) -> TraceError {
    corrupt("the \(name) must be one of the \(count) before", "number \(number)")
  }

  private mutating func takeNumber() throws(TraceError) -> UInt64 {
    guard let number = block.popLEB128() else { throw entryTooLong }
    return number
  }

  private mutating func take(_ count: UInt64) throws(TraceError) -> Data {
    guard count <= block.count else { throw entryTooLong }
    defer { block = block.dropFirst(Int(count)) }
    return Data(block.prefix(Int(count)))
  }

  /// The content of the next block, once its sum is known to be right.
  private mutating func takeBlock() throws(TraceError) -> Data {
    number += 1
    let length = try source.take(4)
    guard length.count == 4 else { throw truncated(length.count, of: 4) }
    let count = Int(BlockForm.number(length))
    let content = try source.take(count)
    let sum = try source.take(4)
    guard sum.count == 4 else {
      throw truncated(4 + content.count + sum.count, of: count + 8)
    }
    var checksum = Checksum()
    checksum.add(length)
    checksum.add(content)
    guard checksum.value == BlockForm.number(sum) else {
      throw corrupt(
        "the checksum must be \(String(checksum.value, radix: 16))",
        String(BlockForm.number(sum), radix: 16))
    }
    return Data(content)
  }

  private var entryTooLong: TraceError {
    corrupt("an entry must end in its block", "a part of one")
  }

  private func corrupt(_ rule: String, _ found: String) -> TraceError {
    TraceError(.corruptBlock, file: source.file, place: place, rule: rule, found: found)
  }

  private func truncated(_ found: Int, of count: Int) -> TraceError {
    TraceError(
      .truncatedBlock, file: source.file, place: number == 0 ? nil : place,
      rule: "the trace must go on to its last block", found: "\(found) of \(count) bytes")
  }

  private static func hexadecimal(_ bytes: Data) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
      .joined(separator: " ")
  }
}
