/// One line of text for any value, cut at a number of characters; it looks no further than that.
struct BoundedText {
  private var text = ""
  private var room: Int
  private var isCut = false

  private init(limit: Int) { room = limit }

  /// The text of `value`; one that is cut ends in `…`, which counts.
  static func of(_ value: Any, limit: Int) -> String {
    var text = BoundedText(limit: limit)
    text.append(value)
    return text.isCut ? text.text.dropLast() + "…" : text.text
  }

  /// Whether a value brings a description of its own.
  static func describesItself(_ value: Any) -> Bool {
    value is any CustomStringConvertible || value is any CustomDebugStringConvertible
  }

  private mutating func write(_ part: some StringProtocol) {
    for character in part {
      guard room > 0 else {
        isCut = true
        return
      }
      text.append(character.isNewline ? "⏎" : character)
      room -= 1
    }
  }

  private mutating func append(_ value: Any) {
    guard room > 0 else {
      isCut = true
      return
    }
    // What is beyond the room would only be escaped to be dropped, as its last quote is.
    if let string = value as? String { return write(string.prefix(room).debugDescription) }
    if let string = value as? Substring { return write(string.prefix(room).debugDescription) }
    if let character = value as? Character { return write(character.debugDescription) }
    if type(of: value) == AnyHashable.self, let value = value as? AnyHashable {
      return append(value.base)
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: appendOptional(mirror)
    case .collection: appendList(mirror.children.lazy.map { ($0.label, $0.value) }, "[", "]")
    case .set:
      appendList(Self.sorted(mirror, by: \.self).map { (nil, $0) }, "[", "]")
    case .dictionary: appendDictionary(mirror)
    case .tuple: appendList(mirror.children.lazy.map { ($0.label, $0.value) }, "(", ")")
    case .enum where !Self.describesItself(value): appendCase(value, mirror)
    case .struct where !Self.describesItself(value):
      write("\(type(of: value))")
      appendList(mirror.children.lazy.map { ($0.label, $0.value) }, "(", ")")
    case .class where !Self.describesItself(value): write("\(type(of: value))")
    default: write(String(describing: value))
    }
  }

  private mutating func appendOptional(_ mirror: Mirror) {
    guard let wrapped = mirror.children.first?.value else { return write("nil") }
    let inner = Mirror(reflecting: wrapped)
    if inner.displayStyle == .optional && inner.children.isEmpty { return write(".some(nil)") }
    append(wrapped)
  }

  private mutating func appendCase(_ value: Any, _ mirror: Mirror) {
    guard let payload = mirror.children.first, let name = payload.label else {
      return write(".\(value)")
    }
    write(".\(name)")
    if Mirror(reflecting: payload.value).displayStyle == .tuple { return append(payload.value) }
    appendList([(nil, payload.value)], "(", ")")
  }

  private mutating func appendDictionary(_ mirror: Mirror) {
    if mirror.children.isEmpty { return write("[:]") }
    write("[")
    let pairs = Self.sorted(mirror) { Array(Mirror(reflecting: $0).children).first?.value ?? $0 }
    for (position, pair) in pairs.enumerated() where room > 0 {
      if position > 0 { write(", ") }
      for (part, child) in Mirror(reflecting: pair).children.enumerated() {
        if part > 0 { write(": ") }
        append(child.value)
      }
    }
    write("]")
  }

  private mutating func appendList(
    _ parts: some Sequence<(String?, Any)>, _ opening: String, _ closing: String
  ) {
    write(opening)
    var isFirst = true
    for (label, value) in parts {
      guard room > 0 else { break }
      if !isFirst { write(", ") }
      isFirst = false
      // Tuples without labels have `.0`, `.1` and so on.
      if let label, !label.hasPrefix(".") { write("\(label): ") }
      append(value)
    }
    write(closing)
  }

  /// The elements of a set or dictionary in an order that does not change from run to run; large
  /// ones as they come, since only the first few are shown.
  private static func sorted(_ mirror: Mirror, by key: (Any) -> Any) -> [Any] {
    let elements = mirror.children.prefix(1_000).map(\.value)
    guard elements.count < 1_000 else { return elements }
    return elements.sorted { dynamicallyPrecedes(key($0), key($1)) }
  }
}
