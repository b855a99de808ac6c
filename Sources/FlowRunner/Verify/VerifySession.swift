package import FlowHarness
package import FlowResults
import Foundation

/// A verification that has been checked and can be started.
@MainActor
package struct VerifySession {
  private let plan: VerifyPlan

  /// Checks everything that can be checked before the first action.
  ///
  /// - Throws: `PlanError`.
  package init(options: OptionValues, catalogue: Catalogue) throws(PlanError) {
    plan = try VerifyPlan(options, catalogue: catalogue)
  }

  /// Verifies every design, each in processes of its own, and reports what was found, which rows that
  /// this program measures later say as well.
  ///
  /// - Parameter executable: The program that is run.
  /// - Throws: What making a directory for the processes' files throws.
  package func run(executable: String) async throws -> VerifyReport {
    let interrupt = InterruptWatch()
    defer { interrupt.end() }
    var runner = VerifyRunner(plan: plan, executable: executable, interrupt: interrupt)
    let records = try await runner.runAll()
    if !interrupt.isInterrupted, var verified = VerifiedDesigns(of: executable) {
      verified.take(records)
      do { try verified.write() } catch {
        StandardError.write(
          "\(VerifiedDesigns.path) cannot be written, so rows will not say what was found: "
            + "\(error.localizedDescription)\n")
      }
    }
    return VerifyReport(records: records, isInterrupted: interrupt.isInterrupted)
  }
}
