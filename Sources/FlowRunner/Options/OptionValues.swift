package import FlowResults

/// What a person gave on a command line, each option read once and kept with its type.
///
/// A subcommand may fill in what its plans shall have when nobody says. Whether somebody did is known of
/// each option: only what was asked for is blamed for leaving nothing.
package struct OptionValues: Sendable {
  private struct Entry: Sendable {
    let value: any Sendable
    let text: String
    let option: CommandOption
    let name: String
    let isAsked: Bool
  }

  private var entries: [String: Entry] = [:]

  /// Nothing was given.
  package init() {}

  /// The value of an option, given or filled in; without one `nil`.
  ///
  /// - Precondition: What is there was given with a row of the same type: two subcommands may have
  ///   options of one label, and one of them must not be read as the other one and found missing.
  package subscript<Value>(key: OptionKey<Value>) -> Value? {
    get {
      guard let entry = entries[key.option.label] else { return nil }
      guard let value = entry.value as? Value else {
        preconditionFailure("\(key.option.name) must be read as it was given, got \(entry.value)")
      }
      return value
    }
    set {
      entries[key.option.label] = newValue.map {
        Entry(
          value: $0, text: key.text($0), option: key.option, name: key.option.name, isAsked: true)
      }
    }
  }

  /// The value of an option that has a default in the table.
  package func value<Value>(_ key: OptionKey<Value>) -> Value {
    guard let value = self[key] ?? key.standard else {
      preconditionFailure("\(key.option.name) has no default in the table of options")
    }
    return value
  }

  /// Takes an option as a person wrote it.
  ///
  /// - Parameter texts: One, or for an option that may be repeated one for each time.
  /// - Throws: `PlanError`, naming the option, the rule and what was given.
  package mutating func take(_ option: CommandOption, _ texts: [String]) throws(PlanError) {
    entries[option.label] = Entry(
      value: try option.read(texts, option.name), text: texts.joined(separator: " "),
      option: option, name: option.name, isAsked: true)
  }

  /// Takes an option as a person wrote it.
  ///
  /// - Throws: `PlanError`, naming the option, the rule and what was given.
  package mutating func set<Value>(
    _ key: OptionKey<Value>, _ texts: String...
  ) throws(PlanError) {
    try take(key.option, texts)
  }

  /// Gives an option a value of which something else than the option is the reason.
  ///
  /// - Parameter name: What is blamed when nothing is left.
  package mutating func set<Value>(_ key: OptionKey<Value>, to value: Value, named name: String) {
    entries[key.option.label] = Entry(
      value: value, text: key.text(value), option: key.option, name: name, isAsked: true)
  }

  /// Fills in what nobody gave.
  mutating func fill<Value>(_ key: OptionKey<Value>, _ value: Value?) {
    guard let value, entries[key.option.label] == nil else { return }
    entries[key.option.label] = Entry(
      value: value, text: key.text(value), option: key.option, name: key.option.name, isAsked: false
    )
  }

  /// Takes over what others have and nobody gave, as if it had been given.
  mutating func take(from others: OptionValues) {
    entries.merge(others.entries) { own, _ in own }
  }

  /// Leaves an option open again.
  mutating func remove(_ option: CommandOption) { entries[option.label] = nil }

  /// Whether a person gave the option.
  package func isAsked(_ option: CommandOption) -> Bool {
    entries[option.label]?.isAsked == true
  }

  /// What a person gave, in alphabetical order.
  package var asked: [CommandOption] {
    entries.values.filter(\.isAsked).map(\.option).sorted { $0.label < $1.label }
  }

  /// Whether the option has a value, given or filled in.
  func has(_ option: CommandOption) -> Bool { entries[option.label] != nil }

  /// What was given, as it was written; `nil`: the option has no value.
  package func text(_ option: CommandOption) -> String? { entries[option.label]?.text }

  /// What is named when the option is to blame.
  package func name(_ option: CommandOption) -> String {
    entries[option.label]?.name ?? option.name
  }
}
