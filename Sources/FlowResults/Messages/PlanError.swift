/// An error of a request: the option, the rule, the value and the next step, in one line.
package enum PlanError: Error, Equatable, CustomStringConvertible {
  /// An option names something that does not exist.
  case unknown(option: String, kind: String, name: String, known: [String])
  /// A value breaks a rule.
  case invalid(option: String, rule: String, value: String)
  /// A value is refused; the reason includes the value.
  case refused(option: String, reason: String)
  /// An option leaves no scenario; `see` is the command that shows all scenarios.
  case empty(option: String, value: String, see: String? = nil)
  /// No design can run what is requested.
  case nothingLeft(reason: String)
  /// The catalogue does not support a combination.
  case unsupported(String)

  /// Returns the error of a directory or file that cannot be used.
  package static func unusable(option: String, path: String, reason: String) -> PlanError {
    .invalid(option: option, rule: reason, value: "'\(path)'")
  }

  /// Returns the error of a file that could not be read or written: a `SystemError` if the system
  /// failed.
  package static func failed(
    option: String, path: String, reason: String, _ error: any Error
  ) -> any Error {
    SystemError.isCause(of: error)
      ? SystemError(path, error) : unusable(option: option, path: path, reason: reason)
  }

  /// The maximum number of names in a message.
  private static let shownNames = 32

  /// The message in one line.
  package var description: String {
    switch self {
    case .unknown(let option, let kind, let name, let known):
      let near = Spelling.nearest(to: name, among: known).map { "did you mean '\($0)'? " } ?? ""
      let others = known.count - Self.shownNames
      return "\(option): no \(kind) is called '\(name)'; \(near)choose from "
        + known.prefix(Self.shownNames).joined(separator: ", ")
        + (others > 0 ? " and \(others) more" : "")
    case .invalid(let option, let rule, let value): return "\(option): \(rule), got \(value)"
    case .refused(let option, let reason): return "\(option): \(reason)"
    case .empty(let option, let value, let see):
      return "\(option): must leave at least one scenario, got '\(value)'"
        + (see.map { "; see \($0)" } ?? "")
    case .nothingLeft(let reason):
      return "no scenario is left: \(reason); see \(Executable.name) list"
    case .unsupported(let id):
      return "--topology: no design in the catalogue can run '\(id)'; see \(Executable.name) list"
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
