import FlowHarness

/// One load of several producers; it tells of each second when it is over.
enum ProducerTask: ChildTask {
  static let name = "producers"

  static func perform(
    _ request: ProducerRequest, catalogue: Catalogue,
    step: @escaping @Sendable (ProducerSecond) -> Void
  ) async throws -> ProducerOutcome {
    // It may be that the catalogue has it, and that several producers cannot send to it.
    guard let design = catalogue.shared[request.scenario.design] else {
      throw CatalogueGap(request.scenario)
    }
    return await ProducerDriver(request: request, design: design, report: step).run()
  }
}
