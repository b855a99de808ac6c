import FlowHarness

/// One load of several workers; it emits each second when it is over.
enum ContendTask: ChildTask {
  static let name = "contend"

  static func perform(
    _ request: ContendRequest, catalogue: Catalogue,
    step: @escaping @Sendable (ContendSecond) -> Void
  ) async throws -> ContendOutcome {
    // It may be that the catalogue has it, and that several workers cannot send to it.
    guard let design = catalogue.shared[request.scenario.design] else {
      throw CatalogueGap(request.scenario)
    }
    return await ContendDriver(request: request, design: design, report: step).run()
  }
}
