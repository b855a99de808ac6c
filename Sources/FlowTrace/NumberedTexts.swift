import Foundation

/// Texts that are written once and then called by their numbers, from 1; the writer's side.
///
/// Both sides forget all of them when there are 65,536, so that neither grows.
struct NumberedTexts {
  static let most = 65_536

  private var numbers: [Data: UInt64] = [:]

  func number(of text: Data) -> UInt64? { numbers[text] }

  /// Gives a text the next number.
  mutating func add(_ text: Data) {
    if numbers.count == Self.most { numbers.removeAll(keepingCapacity: true) }
    numbers[text] = UInt64(numbers.count) + 1
  }

  /// Writes a text: its number, or 0, its length and itself.
  mutating func write(_ text: Data, to block: inout Data) {
    if let number = numbers[text] {
      block.append(leb128: number)
      return
    }
    block.append(leb128: 0)
    block.append(leb128: UInt64(text.count))
    block += text
    add(text)
  }
}

/// The reader's side: whatever has numbers.
struct NumberedValues<Value> {
  private var values: [Value] = []

  /// How many have numbers.
  var count: Int { values.count }

  /// The one with a number from 1; `nil` if there is none.
  subscript(_ number: UInt64) -> Value? {
    number >= 1 && number <= UInt64(values.count) ? values[Int(number) - 1] : nil
  }

  /// Gives a value the next number.
  mutating func add(_ value: Value) {
    if values.count == NumberedTexts.most { values.removeAll(keepingCapacity: true) }
    values.append(value)
  }
}
