package import Rainbow

/// Colours, for a reader at a terminal.
package enum TerminalColour {
  /// The text in a colour.
  ///
  /// Not `text.green`: that looks at this process's own stdout again, whoever the text is for, and
  /// colours nothing where it finds no terminal.
  package static func painted(_ text: String, _ color: NamedColor) -> String {
    let codes = color.value.map { "\($0)" }.joined(separator: ";")
    return "\u{1B}[\(codes)m" + text + "\u{1B}[0m"
  }
}
