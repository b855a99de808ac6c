import FlowHarness

/// What the counter of a process is worth.
enum ProbeTask: ChildTask {
  static let name = "probe"

  /// How much is wanted.
  struct Request: Codable, Sendable {
    /// Whether everything is counted whose answer is known.
    var isThorough: Bool
  }

  static func perform(
    _ request: Request, catalogue: Catalogue, step: @escaping @Sendable (Never) -> Void
  ) async throws -> CounterReport {
    await CounterProbe.report(isThorough: request.isThorough)
  }
}
