package import FlowHarness
import FlowResults
package import Foundation

/// What the process of a verification does.
package enum VerifyChild {
  /// The hidden subcommand.
  package static let command = "verify-trial"

  /// Runs the cases that `json` asks for; says which has begun, and what it found, as a line of JSON.
  /// Of a scenario that the catalogue lacks it says that instead.
  ///
  /// - Parameter say: Takes a line.
  /// - Throws: `DecodingError` for anything that is not a request, and what making a load throws.
  @MainActor
  package static func run(
    _ json: Data, catalogue: Catalogue, say: (String) -> Void
  ) async throws {
    let request = try JSONDecoder().decode(VerifyRequest.self, from: json)
    let printed = PrintedOutput()
    let verifier = Verifier(
      catalogue: catalogue, settings: request.settings,
      progress: VerifyProgress(in: request.workDirectory), workDirectory: request.workDirectory)
    for (index, check) in request.cases.enumerated() {
      printed?.begin(index)
      say(try text(.began(index)))
      do {
        say(try text(.ended(index, try await verifier.run(check))))
      } catch PlanError.unsupported {
        say(try CatalogueGap(check.scenario).line())
        return
      }
    }
    say(try text(.finished(printed?.finish() ?? PrintedText())))
  }

  private static func text(_ message: VerifyMessage) throws -> String {
    String(decoding: try JSONEncoder().encode(message), as: UTF8.self)
  }
}
