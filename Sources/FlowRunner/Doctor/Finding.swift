/// One thing that `flowbench doctor` has looked at, and what is to be thought of it.
package struct Finding: Codable, Equatable, Sendable {
  /// What is to be thought of it, the worst last.
  package enum Level: String, Codable, Sendable, CaseIterable {
    /// As it should be.
    case fine
    /// Something cannot be measured here.
    case missing
    /// Numbers will scatter or drift.
    case spoils
    /// The build does not measure what it claims to: nothing it says may be believed.
    case wrong
  }

  /// What is to be thought of it.
  package let level: Level
  /// What was looked at, in a word or two.
  package let subject: String
  /// What was found, in words.
  package let what: String
  /// What a person can do about it; nil when nothing, or nothing has to be done.
  package let remedy: String?

  /// Takes a finding apart in its pieces.
  init(_ level: Level, _ subject: String, _ what: String, remedy: String? = nil) {
    self.level = level
    self.subject = subject
    self.what = what
    self.remedy = remedy
  }
}
