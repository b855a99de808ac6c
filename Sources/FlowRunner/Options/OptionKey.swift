import FlowResults

/// A row of the table of options, with the type of its values: what `OptionValues` is asked with.
package struct OptionKey<Value: Sendable>: Sendable {
  /// The row.
  package let option: CommandOption
  /// What holds when nobody says; `nil` where the plan decides.
  package let standard: Value?
  /// What it means, without its bounds and its default.
  private let meaning: String
  private let reader: OptionReader<Value>

  /// A row.
  ///
  /// - Parameters:
  ///   - label: As it is written, without the dashes.
  ///   - valueName: What stands for the value in the help.
  ///   - meaning: What it means; its bounds and its default follow, and then the point.
  ///   - reader: How its values are written.
  ///   - standard: What holds when nobody says.
  ///   - isHidden: Whether the help leaves it out.
  ///   - isOpenOnResume: Whether it may stand beside `--resume`.
  package init(
    _ label: String, _ valueName: String, _ meaning: String, _ reader: OptionReader<Value>,
    standard: Value? = nil, isHidden: Bool = false, isOpenOnResume: Bool = false
  ) {
    self.meaning = meaning
    self.reader = reader
    self.standard = standard
    let usual = standard.map(reader.text) ?? ""
    let said = usual.isEmpty ? "" : "default \(usual)"
    option = CommandOption(
      label: label, form: reader.form, valueName: valueName,
      help: [meaning, reader.bounds, said].filter { !$0.isEmpty }.joined(separator: "; ") + ".",
      choices: reader.choices, isHidden: isHidden, isOpenOnResume: isOpenOnResume
    ) { (texts: [String], name: String) throws(PlanError) -> any Sendable in
      try reader.read(texts, name)
    }
  }

  /// The same option in a subcommand that has another default.
  func standing(at standard: Value) -> OptionKey {
    OptionKey(
      option.label, option.valueName, meaning, reader, standard: standard,
      isHidden: option.isHidden, isOpenOnResume: option.isOpenOnResume)
  }

  /// A value as it would be written.
  func text(_ value: Value) -> String { reader.text(value) }
}
