/// The parts of a state that were notified of a change, and those that had changed.
public struct Notifications<Part: Hashable> {
  /// The observed parts, in the order in which they were given.
  public let parts: [Part]
  /// The number of notifications of each part that was notified.
  public let counts: [Part: Int]
  /// The parts whose values differ from those before the actions.
  public let changed: Set<Part>

  /// The parts that were notified.
  public var notified: Set<Part> { Set(counts.keys) }
  /// The parts that were notified although they had not changed: their views are drawn again for nothing.
  public var wasted: Set<Part> { notified.subtracting(changed) }
  /// The parts that changed and were not notified: their views show old values.
  public var missed: Set<Part> { changed.subtracting(notified) }
}

extension Notifications: CustomStringConvertible {
  /// A line for each part: "items: changed, notified 2 times".
  public var description: String {
    parts.enumerated().map { index, part in
      let count = counts[part, default: 0]
      let times = count == 1 ? "once" : "\(count) times"
      let notice = count == 0 ? "not notified" : "notified \(times)"
      let change = changed.contains(part) ? "changed" : "unchanged"
      return "\(name(part, at: index)): \(change), \(notice)"
    }.joined(separator: "\n")
  }

  /// A key path has no name where the program has no symbols for it: "\\Cart.<computed 0x5d56 (Int)>".
  private func name(_ part: Part, at index: Int) -> String {
    let text = "\(part)"
    guard let path = part as? AnyKeyPath, text.contains(".<computed 0x") else { return text }
    return "part \(index + 1), \(type(of: path).valueType)"
  }
}
