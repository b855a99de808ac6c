import FlowHarness
import FlowResults

@testable import FlowRunner

/// The options of a command line, which tests change one by one.
struct OptionTexts {
  private var options: [(name: String, texts: [String])] = []

  /// Gives an option one text, or several if it is repeated; none if it is a flag.
  mutating func set(_ name: String, _ texts: String...) { set(name, texts) }

  mutating func set(_ name: String, _ texts: [String]) {
    remove(name)
    options.append((name, texts))
  }

  /// Gives an option a value, or removes it.
  mutating func set(_ name: String, to value: Any?) {
    remove(name)
    func text(_ value: Any) -> String {
      ((value as? any RawRepresentable)?.rawValue).map { "\($0)" } ?? "\(value)"
    }
    guard let value else { return }
    options.append((name, [((value as? [Any]) ?? [value]).map(text).joined(separator: ",")]))
  }

  /// Removes an option.
  mutating func remove(_ name: String) { options.removeAll { $0.name == name } }

  func has(_ name: String) -> Bool { options.contains { $0.name == name } }

  /// The command line; the trace is an argument without a name.
  var arguments: [String] {
    options.flatMap { option -> [String] in
      if option.name == "trace" { return option.texts }
      return option.texts.isEmpty || option.texts == [""]
        ? ["--\(option.name)"] : option.texts.map { "--\(option.name)=\($0)" }
    }
  }
}

extension Plan {
  @MainActor init(_ options: OptionTexts, catalogue: Catalogue) throws(PlanError) {
    try self.init(RunOptions.parsed(options.arguments), catalogue: catalogue)
  }
}

extension LoadPlans {
  @MainActor init(_ options: OptionTexts, catalogue: Catalogue) throws {
    if options.has("trace") {
      try self.init(ReplayOptions.parsed(options.arguments), catalogue: catalogue)
    } else if options.has("bound") {
      try self.init(SaturateOptions.parsed(options.arguments), catalogue: catalogue)
    } else {
      try self.init(LoadOptions.parsed(options.arguments), catalogue: catalogue)
    }
  }
}

extension LoadPlan {
  @MainActor init(_ options: OptionTexts, catalogue: Catalogue) throws {
    self = try LoadPlans(options, catalogue: catalogue).plans[0]
  }
}

extension ContendPlan {
  @MainActor init(_ options: OptionTexts, catalogue: Catalogue) throws(PlanError) {
    try self.init(ContendOptions.parsed(options.arguments), catalogue: catalogue)
  }
}

extension VerifyPlan {
  @MainActor init(_ options: OptionTexts, catalogue: Catalogue) throws(PlanError) {
    try self.init(VerifyOptions.parsed(options.arguments), catalogue: catalogue)
  }
}

extension VerifySession {
  @MainActor init(options: OptionTexts, catalogue: Catalogue) throws(PlanError) {
    try self.init(VerifyOptions.parsed(options.arguments), catalogue: catalogue)
  }
}
