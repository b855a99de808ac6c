/// The error of a request, in one line: the option, the rule, the value and the next step.
package enum PlanError: Error, Equatable, CustomStringConvertible {
  /// An option names something that does not exist.
  case unknown(option: String, kind: String, name: String, known: [String])
  /// A number is out of its range.
  case outOfRange(option: String, rule: String, value: String)
  /// A value is refused, and the reason includes the value.
  case refused(option: String, reason: String)
  /// An option alone leaves no scenario; `see` names the command that shows all of them.
  case empty(option: String, value: String, see: String? = nil)
  /// Options together leave no scenario, because designs lack an ability; without options, the defaults do.
  case nothingLeft(options: [String], values: [String], reason: String)
  /// The catalogue has no such combination.
  case unsupported(String)
  /// A directory or file cannot be used.
  case unusable(option: String, path: String, reason: String)
  /// A results file is broken.
  case broken(CSVError, remedy: String)
  /// A trace cannot be replayed.
  case trace(String)
  /// Two options that exclude each other.
  case conflict(option: String, rule: String, value: String)
  /// The times of a debug build would mislead.
  case debugBuild
  /// The system prevented the request.
  case system(SystemError)

  /// Returns the error of a file that could not be read or written: unusable, or prevented by the system.
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
      // The rule of a file as a whole includes the next step.
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

/// Finds the correction of a misspelt word.
enum Spelling {
  /// Returns the known word with the fewest edits, if at most a third of its letters differ.
  static func nearest(to word: String, among known: [String]) -> String? {
    let ranked = known.map { (edits(word, $0), $0) }.min { $0.0 < $1.0 }
    guard let (edits, nearest) = ranked, edits <= max(1, nearest.count / 3) else { return nil }
    return nearest
  }

  /// Returns the minimum number of letters to insert, delete, replace or swap with their neighbour: the
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
