import ArgumentParser
import FlowResults
import FlowRunner

/// A group of the table of options, as arguments that the parser reads: the only place where rows of the
/// table become options of a command line.
///
/// The parser finds what a type takes by reflection, and reads it by names: both come from the table here
/// instead of stored properties.
struct Options<Group: OptionRows>: ParsableArguments, CustomReflectable {
  /// What was given of each option, as it was written.
  private var texts: [(option: CommandOption, texts: [String])] = []

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: OptionLabel.self)
    for option in Group.options {
      let label = OptionLabel(option.label)
      let given: [String] =
        switch option.form {
        case .value:
          try container.decode(Option<String?>.self, forKey: label).wrappedValue.map { [$0] } ?? []
        case .repeated: try container.decode(Option<[String]>.self, forKey: label).wrappedValue
        case .flag: try container.decode(Flag<Bool>.self, forKey: label).wrappedValue ? [""] : []
        }
      if !given.isEmpty { texts.append((option, given)) }
    }
  }

  var customMirror: Mirror {
    Mirror(self, children: Group.options.map { ($0.label, Self.argument($0)) })
  }

  private static func argument(_ option: CommandOption) -> Any {
    let help = ArgumentHelp(
      "\(option.help)", valueName: option.valueName,
      visibility: option.isHidden ? .private : .default)
    let name = NameSpecification.customLong(option.label)
    let completion: CompletionKind? = option.choices.isEmpty ? nil : .list(option.choices)
    return switch option.form {
    case .value: Option<String?>(name: name, help: help, completion: completion)
    case .repeated:
      Option<[String]>(
        wrappedValue: [], name: name, parsing: .singleValue, help: help, completion: completion)
    case .flag: Flag<Bool>(wrappedValue: false, name: name, help: help)
    }
  }
}

/// An option's name where the parser looks values up.
private struct OptionLabel: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ label: String) { stringValue = label }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// Arguments that hold options of the table.
protocol HoldsOptions {
  /// The rows that they take.
  static var rows: [CommandOption] { get }
  /// Adds what was given.
  ///
  /// - Throws: `PlanError`, naming the option, the rule and what was given.
  func add(to values: inout OptionValues) throws(PlanError)
}

extension Options: HoldsOptions {
  static var rows: [CommandOption] { Group.options }

  func add(to values: inout OptionValues) throws(PlanError) {
    for (option, texts) in texts { try values.take(option, texts) }
  }
}

extension OptionGroup: HoldsOptions where Value: HoldsOptions {
  static var rows: [CommandOption] { Value.rows }

  func add(to values: inout OptionValues) throws(PlanError) { try wrappedValue.add(to: &values) }
}

extension ParsableArguments {
  /// The rows of the table that these arguments take, in the order of the help.
  static var rows: [CommandOption] {
    Mirror(reflecting: Self()).children.flatMap { child in
      (child.value as? any HoldsOptions).map { type(of: $0).rows } ?? []
    }
  }

  /// What was given of all options of the table that these arguments take, read once.
  ///
  /// - Throws: `PlanError`, naming the option, the rule and what was given.
  func given() throws(PlanError) -> OptionValues {
    var values = OptionValues()
    for child in Mirror(reflecting: self).children {
      if let options = child.value as? any HoldsOptions { try options.add(to: &values) }
    }
    return values
  }
}
