/// An error of a request: the option, the rule, the value and the next step, in one line.
package enum PlanError: Error, Equatable, CustomStringConvertible {
  /// An option names something that does not exist.
  case unknown(option: String, kind: String, name: String, known: [String])
  /// A number is out of its range.
  case outOfRange(option: String, rule: String, value: String)
  /// A value is refused; the reason includes the value.
  case refused(option: String, reason: String)
  /// An option leaves no scenario; `see` is the command that shows all scenarios.
  case empty(option: String, value: String, see: String? = nil)
  /// Options, or the defaults, leave no scenario because designs lack an ability.
  case nothingLeft(options: [String], values: [String], reason: String)
  /// The catalogue does not support a combination.
  case unsupported(String)
  /// A directory or file cannot be used.
  case unusable(option: String, path: String, reason: String)
  /// A results file is broken.
  case broken(CSVError, remedy: String)
  /// A trace cannot be replayed.
  case trace(String)
  /// Two options that exclude each other.
  case conflict(option: String, rule: String, value: String)
  /// Times of a debug build are refused.
  case debugBuild
  /// The operating system failed.
  case system(SystemError)

  /// Returns the error of a file that could not be read or written.
  package static func failed(
    option: String, path: String, reason: String, _ error: any Error
  ) -> PlanError {
    SystemError.isCause(of: error)
      ? .system(SystemError(path, error))
      : .unusable(option: option, path: path, reason: reason)
  }

  /// The message in one line.
  package var description: String {
    switch self {
    case .unknown(let option, let kind, let name, let known):
      let near = Spelling.nearest(to: name, among: known).map { "did you mean '\($0)'? " } ?? ""
      return "\(option): no \(kind) is called '\(name)'; \(near)choose from "
        + known.joined(separator: ", ")
    case .outOfRange(let option, let rule, let value): return "\(option): \(rule), got \(value)"
    case .refused(let option, let reason): return "\(option): \(reason)"
    case .empty(let option, let value, let see):
      return "\(option): must leave at least one scenario, got '\(value)'"
        + (see.map { "; see \($0)" } ?? "")
    case .nothingLeft(let options, let values, let reason):
      guard !options.isEmpty else {
        return "--design and --workload: must be given, because the defaults leave no scenario: "
          + "\(reason); see \(Executable.name) list"
      }
      let given = values.map { "'\($0)'" }.joined(separator: " with ")
      return
        "\(WordsText.all(options)): must leave at least one scenario, got \(given): \(reason); "
        + "see \(Executable.name) list"
    case .unsupported(let id):
      return "--topology: no design in the catalogue can run '\(id)'; see \(Executable.name) list"
    case .unusable(let option, let path, let reason): return "\(option): \(reason), got '\(path)'"
    case .broken(let error, let remedy):
      // The rule of a whole file includes the next step.
      return error.line == nil || remedy.isEmpty ? "\(error)" : "\(error); \(remedy)"
    case .trace(let text): return text
    case .conflict(let option, let rule, let value): return "\(option): \(rule), got \(value)"
    case .debugBuild:
      return "--allow-debug: a debug build measures the compiler, not the stores; "
        + "build with -c release, or allow it"
    case .system(let error): return error.description
    }
  }
}

extension PlanError {
  /// Returns the same error with the command that shows all scenarios.
  package func seeing(_ command: String) -> PlanError {
    guard case .empty(let option, let value, nil) = self else { return self }
    return .empty(option: option, value: value, see: command)
  }
}

/// Corrects misspelt words.
enum Spelling {
  /// Returns the known word with the fewest edits, if at most a third of its letters differ.
  static func nearest(to word: String, among known: [String]) -> String? {
    let ranked = known.map { (edits(word, $0), $0) }.min { $0.0 < $1.0 }
    guard let (edits, nearest) = ranked, edits <= max(1, nearest.count / 3) else { return nil }
    return nearest
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
