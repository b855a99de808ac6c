import FlowResults

/// A row of the table of options, with the type of its values: what `OptionValues` is asked with.
package struct OptionKey<Value: Sendable>: Sendable {
  /// The row, whatever the type of its values.
  package let option: CommandOption
  /// What holds when nobody says; `nil` where the plan decides.
  package let standard: Value?
  private let reader: OptionReader<Value>

  /// A row of the table.
  ///
  /// - Parameters:
  ///   - label: As it is written, without the dashes.
  ///   - valueName: What stands for the value in the help.
  ///   - meaning: What it means; its bounds and its default follow, and then the point.
  ///   - reader: How its values are written.
  ///   - standard: What holds when nobody says.
  ///   - otherwise: The same in words, where it is not a value.
  ///   - isHidden: Whether the help leaves it out.
  ///   - isOpenOnResume: Whether it may stand beside `--resume`.
  package init(
    _ label: String, _ valueName: String, _ meaning: String, _ reader: OptionReader<Value>,
    standard: Value? = nil, otherwise: String = "", isHidden: Bool = false,
    isOpenOnResume: Bool = false
  ) {
    self.reader = reader
    self.standard = standard
    option = CommandOption(
      label: label, form: reader.form, valueName: valueName, meaning: meaning,
      bounds: reader.bounds, usual: standard.map(reader.text) ?? otherwise,
      choices: reader.choices, isHidden: isHidden, isOpenOnResume: isOpenOnResume
    ) { (texts: [String], name: String) throws(PlanError) -> any Sendable in
      try reader.read(texts, name)
    }
  }

  /// The same option where it has another default.
  package func standing(at standard: Value, meaning: String? = nil) -> OptionKey {
    changed(meaning ?? option.meaning, standard, "", isHidden: option.isHidden)
  }

  /// The same option where the plan decides when nobody says.
  package func open(_ otherwise: String, meaning: String? = nil) -> OptionKey {
    changed(meaning ?? option.meaning, nil, otherwise, isHidden: option.isHidden)
  }

  /// The same option in other words.
  package func meaning(_ meaning: String) -> OptionKey {
    changed(meaning, standard, option.usual, isHidden: option.isHidden)
  }

  /// The same option where the help leaves it out.
  package var hidden: OptionKey { changed(option.meaning, standard, option.usual, isHidden: true) }

  private func changed(
    _ meaning: String, _ standard: Value?, _ otherwise: String, isHidden: Bool
  ) -> OptionKey {
    OptionKey(
      option.label, option.valueName, meaning, reader, standard: standard, otherwise: otherwise,
      isHidden: isHidden, isOpenOnResume: option.isOpenOnResume)
  }

  /// A value as it would be written.
  func text(_ value: Value) -> String { reader.text(value) }

  /// Refuses a value that the option would refuse on a command line.
  ///
  /// - Throws: `PlanError`, naming the option, the rule and the value.
  func check(_ value: Value) throws(PlanError) {
    _ = try reader.read([reader.text(value)], option.name)
  }
}
