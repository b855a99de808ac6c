/// A request that cannot be planned, in one line: what was asked, the rule, what to do.
package enum PlanError: Error, Equatable, CustomStringConvertible {
  /// An option names something that there is not.
  case unknown(option: String, kind: String, name: String, known: [String])
  /// A number is out of its range.
  case outOfRange(option: String, rule: String, value: String)
  /// A value is refused for a reason that says everything.
  case refused(option: String, reason: String)
  /// No scenario is left by an option alone; `see` shows those that there are, if that is known.
  case empty(option: String, value: String, see: String? = nil)
  /// Options that together leave no scenario, with what they were given, and what designs cannot do.
  /// Without options nothing is left of what is measured when nobody asks.
  case nothingLeft(options: [String], values: [String], reason: String)
  /// The catalogue has no such combination.
  case unsupported(String)
  /// A directory or file cannot be used.
  case unusable(option: String, path: String, reason: String)
  /// A results file is broken: where, and what to do.
  case broken(CSVError, remedy: String)
  /// A trace cannot be replayed: where, the rule, what was found, and what to do.
  case trace(String)
  /// Two options that exclude each other.
  case conflict(option: String, rule: String, value: String)
  /// Timing a debug build would mislead.
  case debugBuild
  /// The request may be right, and the system prevented it.
  case system(SystemError)

  /// Of a file that was named and could not be read or written: unusable, or prevented by the system.
  ///
  /// - Parameter error: The error that reading or writing has thrown.
  package static func failed(
    option: String, path: String, reason: String, _ error: any Error
  ) -> PlanError {
    SystemError.isCause(of: error)
      ? .system(SystemError(path, error))
      : .unusable(option: option, path: path, reason: reason)
  }

  /// The line that a user sees.
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
        return "--design and --workload: must be given, since nothing is left of what is measured "
          + "otherwise: \(reason); see \(Executable.name) list"
      }
      let given = values.map { "'\($0)'" }.joined(separator: " with ")
      return
        "\(WordsText.all(options)): must leave at least one scenario, got \(given): \(reason); "
        + "see \(Executable.name) list"
    case .unsupported(let id):
      return "--topology: no design in the catalogue can run '\(id)'; see \(Executable.name) list"
    case .unusable(let option, let path, let reason): return "\(option): \(reason), got '\(path)'"
    case .broken(let error, let remedy):
      // Of a file as a whole the rule says what to do.
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
  /// Returns the same error with the command that shows the scenarios there are.
  ///
  /// - Parameter command: What the user called knows; a plan is made for several subcommands.
  package func seeing(_ command: String) -> PlanError {
    guard case .empty(let option, let value, nil) = self else { return self }
    return .empty(option: option, value: value, see: command)
  }
}

/// Finds what was meant by a misspelt word.
enum Spelling {
  /// The known word with the fewest edits, when at most a third of its letters differ.
  static func nearest(to word: String, among known: [String]) -> String? {
    let ranked = known.map { (edits(word, $0), $0) }.min { $0.0 < $1.0 }
    guard let (edits, nearest) = ranked, edits <= max(1, nearest.count / 3) else { return nil }
    return nearest
  }

  /// The least number of letters to insert, delete, replace or swap with their neighbour: the
  /// optimal string alignment distance (F. Damerau, 1964), by rows.
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
