import FlowHarness
import FlowResults

/// The cases of one design; a step is the start or the end of a case.
enum VerifyTask: ChildTask {
  static let name = "verify"

  enum Step: Codable, Sendable {
    case began(Int)
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

/// The request of a child process.
struct VerifyRequest: Codable, Equatable, Sendable {
  var cases: [VerifyCase]
  var settings: VerifySettings
  /// The directory for features that keep files, and for the progress.
  var workDirectory: String
}
