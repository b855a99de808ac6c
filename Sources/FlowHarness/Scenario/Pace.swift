/// The pace of single actions, and how the process passes the time between two of them.
///
/// Written as `120hz`, or with the memory that is used in between as `120hz:16mb`, and with `spin`
/// or `before`, which show where the cost of a cold action comes from.
package struct Pace: Codable, Equatable, Sendable {
  /// The number of actions per second.
  package let hertz: Int
  /// The memory that the process reads and writes between two actions.
  package var usedBytes = standardUsedBytes
  /// A Boolean value that indicates whether the thread waits without giving its core away.
  package var spins = false
  /// A Boolean value that indicates whether memory is used after the wait instead of before it.
  package var usesLate = false

  static let bounds = 1...1000
  static let standardUsedBytes = 4 << 20
  static let maxUsedBytes = 1 << 30

  package init(hertz: Int) { self.hertz = hertz }

  /// Reads `120hz` or `120`, then in any order `:SIZE`, `:spin` and `:before`.
  package init(parsing text: String) throws(PaceError) {
    let parts = text.lowercased().split(separator: ":", omittingEmptySubsequences: false)
    let number = parts[0].hasSuffix("hz") ? parts[0].dropLast(2) : parts[0]
    guard let hertz = Int(number) else {
      throw PaceError(rule: "must be actions per second such as 120hz, 60hz or 10hz", text)
    }
    guard Self.bounds.contains(hertz) else {
      throw PaceError(
        rule: "must be \(Self.bounds.lowerBound) to \(Self.bounds.upperBound) hz", text)
    }
    self.hertz = hertz
    for part in parts.dropFirst() {
      switch part {
      case "spin": spins = true
      case "before": usesLate = true
      default:
        guard let bytes = Self.bytes(part), 0...Self.maxUsedBytes ~= bytes else {
          throw PaceError(
            rule: "must be a pace, then at most a size up to 1024mb, spin and before, such as "
              + "120hz:16mb", text)
        }
        usedBytes = bytes
      }
    }
  }

  private static func bytes(_ text: Substring) -> Int? {
    for (unit, size) in [("kb", 1 << 10), ("mb", 1 << 20)] where text.hasSuffix(unit) {
      guard let count = Int(text.dropLast(2)), count <= maxUsedBytes / size else { return nil }
      return count * size
    }
    return Int(text) == 0 ? 0 : nil
  }

  /// The time from one action to the next.
  package var frameNs: Double { 1e9 / Double(hertz) }
}

extension Pace: CustomStringConvertible {
  /// The pace with the size of the memory.
  package var description: String {
    "\(hertz)hz:\(usedText)" + (spins ? ":spin" : "") + (usesLate ? ":before" : "")
  }

  /// The size of the memory.
  package var usedText: String {
    usedBytes % (1 << 20) == 0 ? "\(usedBytes >> 20)mb" : "\(usedBytes >> 10)kb"
  }
}

/// A text that is no pace.
package struct PaceError: Error, CustomStringConvertible {
  package let description: String

  init(rule: String, _ text: String) { description = "\(rule), got '\(text)'" }
}
