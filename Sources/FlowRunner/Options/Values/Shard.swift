import FlowResults
import PlainText

/// A part of a plan, to be measured by itself: `2/7` is the second of seven.
package struct Shard: Codable, Equatable, Sendable, CustomStringConvertible {
  /// Which of them, from 1.
  package let index: Int
  /// How many there are.
  package let count: Int

  /// All of a plan in one piece.
  package static let whole = Shard(index: 1, of: 1)

  init(index: Int, of count: Int) {
    self.index = index
    self.count = count
  }

  /// Reads `2/7`.
  ///
  /// - Throws: `PlanError` for anything else.
  init(_ text: String, option: String) throws(PlanError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(decimal: parts[0]),
      let count = Int(decimal: parts[1]), count >= 1, count <= Self.most,
      (1...count).contains(index)
    else {
      throw .outOfRange(
        option: option,
        rule: "must be i/m, the i-th of m parts, with i from 1 to m and m at most \(Self.most)",
        value: text)
    }
    self.init(index: index, of: count)
  }

  private static let most = 10_000

  /// As it is written.
  package var description: String { "\(index)/\(count)" }
}
