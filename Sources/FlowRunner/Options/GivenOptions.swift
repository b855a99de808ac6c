package import ArgumentParser

/// A property of a subcommand that knows which options of the command line it has a value of.
private protocol GivenArgument {
  /// The names of the given options.
  ///
  /// - Parameter name: The name of the property's own option.
  func given(named name: String) -> [String]
}

extension Option: GivenArgument {
  fileprivate func given(named name: String) -> [String] {
    let value = Mirror(reflecting: wrappedValue)
    let isEmpty = value.displayStyle == .optional || value.displayStyle == .collection
    return isEmpty && value.children.isEmpty ? [] : [name]
  }
}

extension Flag: GivenArgument where Value == Bool {
  fileprivate func given(named name: String) -> [String] { wrappedValue ? [name] : [] }
}

extension Argument: GivenArgument where Value == String? {
  /// The text itself, because an argument has no name.
  fileprivate func given(named name: String) -> [String] { wrappedValue.map { [$0] } ?? [] }
}

extension OptionGroup: GivenArgument {
  fileprivate func given(named name: String) -> [String] { wrappedValue.given }
}

extension ParsableArguments {
  /// The names of the options that the command line has, in the order of the help.
  ///
  /// Options with a default value are among them. Names are derived from the names of properties.
  package var given: [String] {
    Mirror(reflecting: self).children.flatMap { child -> [String] in
      guard let argument = child.value as? any GivenArgument, let label = child.label else {
        return []
      }
      let words = label.drop { $0 == "_" }.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }
      return argument.given(named: "--" + words.joined())
    }
  }
}
