import FlowHarness
import FlowResults
import Measurement
import PlainText
import Workloads

/// Runs one load that several workers send in this process: warm-up, load, check.
struct WorkerLoadDriver: Sendable {
  let request: LoadRequest
  let design: SharedDesign
  /// How many cores the process may use.
  let coreCount: Int
  /// What the machine gives to others meanwhile.
  var machine: MachineWatch?
  /// How long a worker may wait for the end of its last action, and for those of the warm-up.
  var graceNs: UInt64 = 10_000_000_000
  /// Hears each second, on another thread.
  let report: @Sendable (LoadSecond) -> Void
  /// Hears that the stores have done their part: what follows is the check.
  var ended: @Sendable () -> Void = {}

  /// Drives fresh stores to the checked result.
  ///
  /// - Throws: `PlanError` when the arrivals cannot be made.
  @concurrent func run() async throws(PlanError) -> LoadOutcome {
    let shares = try shares()
    let stores = await WorkerStores(
      request.scenario, workers: shares.count, seed: request.seed, design: design)
    let warmUp = max(1, request.warmUpActions / shares.count)
    if let reason = await stores.warmUp(warmUp, patienceNs: graceNs, graceNs: graceNs) {
      return Self.void(reason)
    }
    let digest = await stores.verification.digest
    let feeds = WorkerFeeds(workers: shares.count, durationNs: request.traffic.finestNs)
    let loads = zip(stores.workers, shares).map { WorkerLoad($0, request, $1, feeds) }
    let reporter = LoadReporter(
      feeds, arrivals: shares, report: MachineWatch.watching(machine, report))
    let window = await send(loads, stores)
    feeds.close()
    let log = reporter.join()
    let pauses = machine?.stop()
    guard window.isOver else {
      return Self.void("a worker still waits for the end of its action")
    }
    let results = loads.compactMap(\.result)
    var result = Self.sum(results.map(\.load))
    result.stages = log.times(stageCount: request.traffic.stageEndsNs.count)
    var outcome = LoadOutcome(result: result, cpuNs: window.cpuNs, digest: digest)
    outcome.workers = WorkerShares(
      completedInTime: results.map(\.shareInTime),
      p99Ns: feeds.responses.map { $0.knownPercentileNs(99) })
    outcome.statistics =
      LoadAnalysis(request: request, result: result, log: log, pauses: pauses).statistics
    if let warning = CoreShortage.warning(workers: shares.count, cores: coreCount) {
      outcome.warn(warning)
    }
    let last = await stores.verification
    ended()
    if let reason = last.reason { outcome.void(reason) }
    return outcome
  }

  private func shares() throws(PlanError) -> [ArrivalShare] {
    guard case .open(let schedule) = request.traffic else {
      preconditionFailure("the plan lets workers send a schedule only")
    }
    do { return try schedule.shares(seed: request.seed) ?? [] } catch {
      throw .refused(option: LoadWorkerOptions.workers.option.name, reason: "\(error)")
    }
  }

  private func send(
    _ loads: [WorkerLoad], _ stores: WorkerStores
  ) async -> ContendTimekeeper.Window {
    let gate = WorkerGate(workers: loads.count)
    for load in loads { stores.subject.startLoad(load, gate) }
    return await ContendTimekeeper(
      gate: gate, workers: stores.workers,
      durationNs: request.traffic.durationNs + request.drainNs, graceNs: graceNs,
      willOpen: {
        let clock = LoadClock()
        for load in loads { load.begin(clock) }
      }, report: { _ in }
    ).run()
  }

  /// What the workers have come to together.
  private static func sum(_ parts: [LoadResult]) -> LoadResult {
    LoadResult(
      completed: parts.reduce(0) { $0 + $1.completed }, dropped: 0,
      abandoned: parts.reduce(0) { $0 + $1.abandoned },
      endedNs: parts.map(\.endedNs).max() ?? 0, startNs: parts.first?.startNs ?? 0)
  }

  /// The outcome of a load that nothing is known of.
  private static func void(_ reason: String) -> LoadOutcome {
    var outcome = LoadOutcome(
      result: LoadResult(completed: 0, dropped: 0, abandoned: 0, endedNs: 0), digest: 0)
    outcome.void(reason)
    return outcome
  }
}
