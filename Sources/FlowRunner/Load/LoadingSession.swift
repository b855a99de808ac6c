/// Loads of one kind that have been checked and can be started.
@MainActor
package protocol LoadingSession {
  /// What will be driven.
  associatedtype Plan: LoadingPlan
  /// What it says at its end.
  associatedtype Report: LoadingReport

  /// What will be driven.
  var plan: Plan { get }
  /// Runs all loads and reports what they found.
  ///
  /// - Parameter executable: The program that answers to the hidden subcommands.
  /// - Throws: `PlanError` when the directory cannot be made, or what writing to it throws.
  func run(executable: String) async throws -> Report
}

/// A plan of loads.
package protocol LoadingPlan {
  /// The plan for people.
  var text: String { get }
  /// The plan as JSON, to be read again.
  ///
  /// - Throws: What the encoder throws.
  func json() throws -> String
}

/// What a run of loads says at its end.
@MainActor
package protocol LoadingReport {
  /// The results for people.
  var table: String { get }
  /// The results as JSON.
  ///
  /// - Throws: What the encoder throws.
  func json() throws -> String
  /// What is said on stderr: doubts, and where the files are.
  var closing: String { get }
  /// Whether it was told to stop before its end.
  var isInterrupted: Bool { get }
  /// Whether every load that ran is valid.
  var isValid: Bool { get }
  /// Whether everything that must hold holds.
  var isMet: Bool { get }
}

extension LoadingReport {
  /// Nothing was asked to hold.
  package var isMet: Bool { true }
}

extension LoadSession: LoadingSession {}
extension LoadPlans: LoadingPlan {}
extension LoadReport: LoadingReport {}
