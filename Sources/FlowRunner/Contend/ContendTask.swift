import FlowHarness
import Workloads

/// A load of several workers that send as fast as they can, in a child process.
enum ContendTask: ChildTask {
  typealias Step = WorkerStores.Step

  struct Request: Codable, Equatable {
    var scenario: Scenario
    var workers: Int
    var seed: UInt64
    var durationNs: UInt64
  }

  struct Outcome: Codable, Equatable {
    var worker: WorkerKind
    var isolation: StoreIsolation
    /// The number of actions of each worker.
    var sent: [Int] = []
    /// The time from the common start to the end of the last worker.
    var wallNs: UInt64 = 0
    /// The CPU time of all threads in the same time.
    var cpuNs: UInt64 = 0
    /// The faults of all actions, with those of the warm-up; `nil` if the stores were not read.
    var faults: SequenceFaults?
    /// The digest of the state after the warm-up.
    var digest: UInt64?
    /// The reason why the load is not valid; empty if it is.
    var reason = ""
  }

  static let name = "contend"

  /// The number of actions that all workers send before the load.
  private static let warmUpActions = 10_000
  private static let warmUpLimitNs: UInt64 = 60_000_000_000
  private static let graceNs: UInt64 = 10_000_000_000

  /// The time in seconds after which the task ends itself.
  static func longestSeconds(_ request: Request) -> Double {
    Double(request.durationNs + graceNs + 2 * warmUpLimitNs) / 1e9
  }

  static func perform(
    _ request: Request, catalogue: Catalogue, step: @escaping @Sendable (Step) -> Void
  ) async throws -> Outcome {
    guard let design = catalogue.shared[request.scenario.design] else {
      throw MissingDesignError(request.scenario)
    }
    let stores = await WorkerStores(
      request.scenario, workers: request.workers, seed: request.seed, design: design)
    var outcome = Outcome(worker: design.worker, isolation: design.isolation)
    let warmUp = max(1, warmUpActions / request.workers)
    if let reason = await stores.send(each: warmUp, limitNs: warmUpLimitNs) {
      outcome.reason = "the warm-up does not end: \(reason)"
      return outcome
    }
    outcome.digest = await stores.verification.digest
    let window = await stores.send(
      durationNs: request.durationNs, graceNs: graceNs, report: step)
    outcome.sent = stores.workers.map { $0.sent - warmUp }
    outcome.wallNs = window.wallNs
    outcome.cpuNs = window.cpuNs
    guard window.isOver else {
      outcome.reason = "a worker still waits for the end of its action"
      return outcome
    }
    let last = await stores.verification
    outcome.faults = last.faults
    outcome.reason = last.reason ?? ""
    return outcome
  }
}
