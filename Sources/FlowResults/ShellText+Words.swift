extension ShellText {
  /// Returns the words of a command line that `line(_:)` wrote, without their quotes.
  package static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    var isEscaped = false
    for character in line {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "'" {
        isQuoted.toggle()
        word = word ?? ""
      } else if character == "\\", !isQuoted {
        isEscaped = true
      } else if character == " ", !isQuoted {
        if let ended = word { words.append(ended) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + [word].compactMap { $0 }
  }
}

extension Executable {
  /// Returns a command line of this program that can be pasted into a shell.
  package static func command(_ words: String...) -> String { ShellText.line([name] + words) }
}
