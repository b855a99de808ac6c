/// Text for a POSIX shell.
package enum ShellText {
  /// Returns a word that a shell reads as the given text, quoted only if that is necessary.
  package static func quoted(_ text: String) -> String {
    let isPlain = !text.isEmpty && text.unicodeScalars.allSatisfy(isPlain)
    return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }

  /// Returns a command line of the given words, each quoted only if that is necessary.
  package static func line(_ words: [String]) -> String {
    words.map(quoted).joined(separator: " ")
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/", ",", ":", "=", "+", "@", "%": true
    default: false
    }
  }
}
