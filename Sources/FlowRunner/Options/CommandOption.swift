import FlowResults

/// An option of the command line: its row in the table of options, whatever its values are.
///
/// Parsing, bounds, help, completions, refusals and the documentation are made from it; nothing else
/// says any of these a second time.
package struct CommandOption: Sendable {
  /// How it is written.
  package enum Form: Sendable {
    /// Once, with a value.
    case value
    /// As often as one likes, each time with a value.
    case repeated
    /// Without a value.
    case flag
  }

  /// As it is written, without the dashes; what it is known by in `OptionValues`, so that rows of
  /// different subcommands with one label are one option with different defaults.
  package let label: String
  /// How it is written.
  package let form: Form
  /// What stands for the value in the help.
  package let valueName: String
  /// What it means, without its bounds and its default.
  package let meaning: String
  /// The min and the max value; empty where none is said.
  package let bounds: String
  /// What holds when nobody says; empty where the meaning says it.
  package let usual: String
  /// All values there are, for completion; empty where there is no end of them.
  package let choices: [String]
  /// Whether the help leaves it out.
  package let isHidden: Bool
  /// Whether a plan that is on disk leaves it open, so that it may stand beside `--resume`.
  package let isOpenOnResume: Bool
  /// Reads the texts that were given: one, or with `repeated` one for each time.
  let read: @Sendable (_ texts: [String], _ option: String) throws(PlanError) -> any Sendable

  /// As it is written, with the dashes.
  package var name: String { "--\(label)" }

  /// What it means, its bounds and its default, as one sentence.
  package var help: String {
    let said = usual.isEmpty ? "" : "default: \(usual)"
    return [meaning, bounds, said].filter { !$0.isEmpty }.joined(separator: "; ") + "."
  }
}

/// Rows of the table of options that stand together in the help of each subcommand that has them.
package protocol OptionRows {
  /// The rows, in the order of the help.
  static var options: [CommandOption] { get }
}
