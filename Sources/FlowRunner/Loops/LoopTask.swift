import FlowHarness

/// What the driver adds to a loop written by hand over one design.
enum LoopTask: ChildTask {
  static let name = "loop"

  /// Which design, and how.
  struct Request: Codable, Sendable {
    /// Its id, or that of a known work.
    var design: String
    var settings = LoopCostSettings()
  }

  static func perform(
    _ request: Request, catalogue: Catalogue, step: @escaping @Sendable (Never) -> Void
  ) async throws -> LoopCost {
    try await LoopCost.measure(
      design: request.design, catalogue: catalogue, settings: request.settings)
  }
}
