/// The way from the root of a value to one of its parts.
struct DifferencePath {
  /// One step down.
  enum Part {
    case name(String)
    case index(Int)
    case key(Any)
  }

  private var parts: [Part] = []

  /// How many steps below the root.
  var depth: Int { parts.count }

  mutating func descend(to part: Part) { parts.append(part) }
  mutating func ascend() { parts.removeLast() }

  /// The steps as one would write them in code; a long path loses its middle.
  func text(limit: Int) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .name(let name):
        // Parts of tuples without labels are called `.0`, `.1` and so on.
        text += text.isEmpty || name.hasPrefix(".") ? name : ".\(name)"
      case .index(let index): text += "[\(index)]"
      case .key(let key): text += "[\(BoundedText.of(key, limit: max(1, limit / 2)))]"
      }
    }
    guard text.count > limit else { return text }
    return text.prefix((limit - 1) / 2) + "…" + text.suffix(limit / 2)
  }
}
