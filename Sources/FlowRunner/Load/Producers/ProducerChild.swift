package import FlowHarness
package import Foundation

/// What the process of a load of several producers does.
package enum ProducerChild {
  /// The hidden subcommand.
  package static let command = "producer-trial"

  /// Runs the load that `json` asks for; says each second, and the outcome, as a line of JSON.
  /// Of a design that the catalogue lacks, or that several producers cannot send to, it says that
  /// instead.
  ///
  /// - Parameter say: Takes a line; called from several threads, one at a time.
  /// - Throws: `DecodingError` for anything that is not a request, and what the encoder throws.
  @MainActor
  package static func run(
    _ json: Data, catalogue: Catalogue, say: @escaping @Sendable (String) -> Void
  ) async throws {
    let request = try JSONDecoder().decode(ProducerRequest.self, from: json)
    guard let design = catalogue.shared[request.scenario.design] else {
      say(try CatalogueGap(request.scenario).line())
      return
    }
    let driver = ProducerDriver(request: request, design: design) { second in
      guard let line = try? text(.second(second)) else { return }
      say(line)
    }
    say(try text(.ended(await driver.run())))
  }

  private nonisolated static func text(_ message: ProducerMessage) throws -> String {
    String(decoding: try JSONEncoder().encode(message), as: UTF8.self)
  }
}
