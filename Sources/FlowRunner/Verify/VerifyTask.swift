import FlowHarness
import FlowResults

/// The cases of one design; it emits which has begun, and what came of it.
enum VerifyTask: ChildTask {
  static let name = "verify"

  /// How far it is.
  enum Step: Codable, Sendable {
    /// A case has begun.
    case began(Int)
    /// It is over.
    case ended(Int, CaseOutcome)
  }

  static func perform(
    _ request: VerifyRequest, catalogue: Catalogue, step: @escaping @Sendable (Step) -> Void
  ) async throws -> PrintedText {
    let printed = PrintedOutput()
    let verifier = Verifier(
      catalogue: catalogue, settings: request.settings,
      progress: VerifyProgress(in: request.workDirectory), workDirectory: request.workDirectory)
    for (index, check) in request.cases.enumerated() {
      printed?.begin(index)
      step(.began(index))
      do {
        step(.ended(index, try await verifier.run(check)))
      } catch PlanError.unsupported {
        throw CatalogueGap(check.scenario)
      }
    }
    return printed?.finish() ?? PrintedText()
  }
}

/// The cases of one design as the child process is asked for them.
struct VerifyRequest: Codable, Equatable, Sendable {
  var cases: [VerifyCase]
  var settings: VerifySettings
  /// Where features that keep files may write, and where the process notes how far it is.
  var workDirectory: String
}
