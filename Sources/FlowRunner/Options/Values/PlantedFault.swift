import FlowHarness
import FlowResults

/// A fault that trials of matching scenarios are made to have, so that the harness's own tests
/// can see what it does about one.
struct PlantedFault: Codable, Equatable, Sendable {
  /// What goes wrong.
  enum Kind: String, Codable, CaseIterable, Sendable {
    /// The process dies.
    case crash
    /// The process never ends.
    case hang
    /// One action is lost.
    case wrong
    /// The process ends in the middle of what is measured, as if all were well.
    case exit
  }

  let kind: Kind
  /// A regular expression over scenario ids.
  let pattern: String

  /// Reads `KIND:REGEX`.
  init(_ text: String, option: String = "--inject") throws(PlanError) {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])),
      (try? Regex(String(parts[1]))) != nil
    else {
      throw .outOfRange(
        option: option,
        rule: "must be crash, hang, wrong or exit, a colon and a regular expression",
        value: "'\(text)'")
    }
    self.kind = kind
    pattern = String(parts[1])
  }

  /// The fault of one scenario, if it is to have it.
  func kind(for scenario: Scenario) -> Kind? {
    guard let expression = try? Regex(pattern) else { return nil }
    return scenario.id.contains(expression) ? kind : nil
  }
}
