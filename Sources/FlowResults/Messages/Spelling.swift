/// Corrects misspelt words.
enum Spelling {
  /// Returns the known word with the fewest edits, if at most a third of its letters differ;
  /// otherwise the first one that begins with the word. Capitals do not matter.
  static func nearest(to word: String, among known: [String]) -> String? {
    let word = word.lowercased()
    let ranked = known.map { (edits(word, $0.lowercased()), $0) }.min { $0.0 < $1.0 }
    if let (edits, nearest) = ranked, edits <= max(1, nearest.count / 3) { return nearest }
    return word.isEmpty ? nil : known.first { $0.lowercased().hasPrefix(word) }
  }

  /// Returns the minimum number of insertions, deletions, replacements and swaps of neighbours: the
  /// optimal string alignment distance (F. Damerau, 1964).
  ///
  /// - Complexity: O(*a* · *b*).
  static func edits(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a), Array(b))
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, rows[i - 1][j - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
