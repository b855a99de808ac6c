/// Lists of words, for a reader.
package enum WordsText {
  /// `a`, `a and b`, `a, b and c`.
  static func all(_ words: [String]) -> String {
    guard words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + words[words.count - 1]
  }

  /// The same of a few, with the number of the others.
  package static func some(_ words: [String], atMost count: Int = 4) -> String {
    guard words.count > count + 1 else { return all(words) }
    return all(words.prefix(count) + ["\(words.count - count) more"])
  }
}
