import FlowFloor
import FlowHarness

/// The task of a process that reports about its counter.
enum ProbeTask: ChildTask {
  static let name = "probe"

  struct Request: Codable, Sendable {
    /// A Boolean value that indicates whether all known counts are measured.
    var isThorough: Bool
  }

  static func perform(
    _ request: Request, catalogue: Catalogue, step: @escaping @Sendable (Never) -> Void
  ) async throws -> CounterReport {
    await CounterProbe.report(isThorough: request.isThorough)
  }
}
