import Foundation

extension TraceReader {
  mutating func readHeaderBlock() throws(TraceError) -> TraceHeader {
    let magic = BlockForm.magic
    let start = try source.take(magic.count)
    guard start == magic else {
      if magic.starts(with: start) { throw truncated(start.count, of: magic.count) }
      throw fault(
        .foreignHeader, "a binary trace must begin with \(Self.hexadecimal(magic))",
        Self.hexadecimal(start))
    }
    let line = try takeBlock()
    return try header(of: line)
  }

  private static func hexadecimal(_ bytes: Data) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
      .joined(separator: " ")
  }

  mutating func nextInBlock() throws(TraceError) -> Trace<Action>.Entry? {
    if block.isEmpty {
      block = try takeBlock()
      guard !block.isEmpty else {
        guard try source.peek(1).isEmpty else {
          throw corrupt("nothing may follow the last block", "more")
        }
        return nil
      }
    }
    let head = try takeNumber()
    switch BlockForm.Tag(rawValue: head & 3) {
    case nil: throw corrupt("an entry must be an action or a line", "\(head & 3)")
    case .line:
      let line = try take(head >> 2)
      return try entry(of: line)
    case .sent: return try takeAction(number: head >> 2, isAnswer: false)
    case .answer: return try takeAction(number: head >> 2, isAnswer: true)
    }
  }

  private mutating func takeAction(
    number: UInt64, isAnswer: Bool
  ) throws(TraceError) -> Trace<Action>.Entry {
    let action: Action
    if number > 0 {
      guard let known = actions[number] else { throw unknown("action", number, actions.count) }
      action = known
    } else {
      var json = Data()
      for byte in try takeText(\.shapes, "shape") {
        if byte == BlockForm.hole {
          json += try takeText(\.values, "value")
        } else {
          json.append(byte)
        }
      }
      action = try self.action(of: json)
      actions.add(action)
    }
    let step = try takeNumber()
    guard step > 0 else { return .action(TracedAction(action, isAnswer: isAnswer)) }
    let (ns, isTooLarge) = lastNs.addingReportingOverflow(step - 1)
    guard !isTooLarge else { throw corrupt("times must be below 2^64 ns", "\(step) ns more") }
    return .action(TracedAction(action, atNs: ns, isAnswer: isAnswer))
  }

  private mutating func takeText(
    _ texts: WritableKeyPath<TraceReader, NumberedValues<Data>>, _ name: String
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

  private mutating func takeNumber() throws(TraceError) -> UInt64 {
    guard let number = block.popLEB128() else { throw entryTooLong }
    return number
  }

  private mutating func take(_ count: UInt64) throws(TraceError) -> Data {
    guard count <= block.count else { throw entryTooLong }
    defer { block = block.dropFirst(Int(count)) }
    return Data(block.prefix(Int(count)))
  }

  /// Returns the content of the next block after a check of its checksum.
  private mutating func takeBlock() throws(TraceError) -> Data {
    number += 1
    let length = try source.take(4)
    guard length.count == 4 else { throw truncated(length.count, of: 4) }
    let count = Int(BlockForm.number(length))
    let rest = try source.take(count + 4)
    guard rest.count == count + 4 else { throw truncated(4 + rest.count, of: count + 8) }
    let content = Data(rest.prefix(count))
    let (expected, found) = (
      BlockForm.checksum(length + content), BlockForm.number(rest.suffix(4))
    )
    guard expected == found else {
      throw corrupt(
        "the checksum must be \(String(expected, radix: 16))", String(found, radix: 16))
    }
    return content
  }

  // MARK: - Errors

  private var entryTooLong: TraceError {
    corrupt("an entry must end in its block", "a part of one")
  }

  private func unknown(_ name: String, _ number: UInt64, _ count: Int) -> TraceError {
    corrupt("the \(name) must be one of the \(count) before", "number \(number)")
  }

  private func corrupt(_ rule: String, _ found: String) -> TraceError {
    fault(.corruptBlock, rule, found)
  }

  private func truncated(_ found: Int, of count: Int) -> TraceError {
    fault(
      .truncatedBlock, "the trace must continue to its last block", "\(found) of \(count) bytes")
  }
}
