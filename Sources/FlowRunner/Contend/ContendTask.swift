import FlowHarness
import Workloads

/// One load of several workers as the child process is asked for it.
struct ContendRequest: Codable, Equatable {
  var scenario: Scenario
  var workers: Int
  var seed: UInt64
  /// How long they send.
  var durationNs: UInt64
  /// Actions that all workers together send before, at once as well.
  var warmUpActions = 10_000
  /// Each worker ends after so many actions, however long that takes; nil: after the duration.
  var actions: Int?
  /// How long a worker may wait for the end of its last action.
  var graceNs: UInt64 = 10_000_000_000
  /// How long a given number of actions may take, those of the warm-up for one.
  var patienceNs: UInt64 = 120_000_000_000

  /// How long it need not say anything, in seconds: it gives up itself whoever still waits then.
  var quietSeconds: Double { Double(durationNs + graceNs + patienceNs) / 1e9 }
}

/// One second of such a load; the last may be shorter.
struct ContendSecond: Codable, Equatable {
  /// When it ended, since the start.
  var endNs: UInt64
  /// How long it was.
  var spanNs: UInt64
  /// Actions of all workers that ended in it.
  var sent: Int
}

/// What such a load found.
struct ContendOutcome: Codable, Equatable {
  var worker: WorkerKind
  var isolation: StoreIsolation
  /// Actions of each worker.
  var sent: [Int] = []
  /// From the start of all to the end of the last one.
  var wallNs: UInt64 = 0
  /// Processor time of all threads meanwhile.
  var cpuNs: UInt64 = 0
  /// What the stores' reducers have seen, warm-up included; nil: nobody could ask them.
  var faults: SequenceFaults?
  /// The state after the warm-up.
  var digest: UInt64?
  var isValid = true
  var reason = ""

  /// Takes away everybody's trust.
  mutating func void(_ text: String) {
    isValid = false
    reason = text
  }
}

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
