import FlowHarness
import FlowResults
import FlowTesting
import Measurement
import PlainText
import Platform
import Workloads

/// Sends to stores whose effects complete at once.
struct StoreSender: LoadSender {
  let request: LoadRequest
  let time: VirtualNow?
  private let makeParts: @MainActor () throws(PlanError) -> TrialParts
  private var parts: TrialParts
  let slices: any SliceSource
  private let queue: SliceQueue
  private let ends: ResponseTimeLog?
  private var digest: UInt64 = 0
  private var isWarmUpRight = false

  init(
    request: LoadRequest, time: VirtualNow?,
    makeParts: @escaping @MainActor () throws(PlanError) -> TrialParts
  ) throws(PlanError) {
    self.request = request
    self.time = time
    self.makeParts = makeParts
    parts = try makeParts()
    queue = SliceQueue(request)
    slices = queue
    ends = request.traffic.hasUsers ? ResponseTimeLog() : nil
  }

  var arrivals: (@Sendable () -> ArrivalInstants)? { parts.oracle.arrivals(request) }

  mutating func warmUp() async throws(PlanError) -> String? {
    var left = request.warmUpActions
    while left > 0 {
      let size = min(left, parts.subject.capacity)
      parts.subject.refill(size)
      _ = await parts.subject.drive(false, .clocks)
      left -= size
    }
    digest = await parts.subject.digest()
    isWarmUpRight = digest == parts.expectedDigests([request.warmUpActions])[0]
    if request.traffic.needsFreshStore { parts = try makeParts() }
    return nil
  }

  mutating func send() async throws -> LoadOutcome {
    let start = ClockStart { [time] in time.map { PacingClock($0) } ?? PacingClock() }
    let job = LoadJob(request: request, start: start, queue: queue, ends: ends)
    do {
      let result = try await parts.subject.driveLoad(job)
      return LoadOutcome(
        result: result,
        cpuNs: request.isVirtual ? nil : ProcessCPUClock.nowNs() - start.cpuNs, digest: digest)
    } catch let error as DelayError {
      throw PlanError.refused(option: "--think", reason: "\(error)")
    }
  }

  func check(_ outcome: inout LoadOutcome, _ ended: () -> Void) async {
    let end = await parts.subject.digest()
    ended()
    let result = outcome.result
    if case .trace(let trace) = request.traffic, let recorded = trace.digest,
      result.abandoned == 0, end != recorded
    {
      outcome.void(
        "wrong digest: the trace says that its actions end in \(String(recorded, radix: 16))")
    }
    if !isWarmUpRight
      || end != parts.oracle.digest(request, result.completed, ends)
    {
      outcome.void("wrong digest: the state differs from the floor's")
    }
  }
}

/// Sends to stores whose effects call a service.
struct EffectSender: LoadSender {
  let request: LoadRequest
  let parts: EffectParts
  let slices: any SliceSource
  private let queue: SliceQueue
  private let time: VirtualTime?
  private var digest: UInt64 = 0

  init(request: LoadRequest, parts: EffectParts) {
    self.request = request
    self.parts = parts
    queue = SliceQueue(request)
    slices = queue
    time = request.isVirtual ? VirtualTime(seed: request.seed, order: .firstInFirstOut) : nil
  }

  var arrivals: (@Sendable () -> ArrivalInstants)? { parts.oracle.arrivals(request) }

  func warmUp() async throws(PlanError) -> String? { nil }

  mutating func send() async throws(PlanError) -> LoadOutcome {
    guard let law = request.service else { preconditionFailure("effects have a service") }
    let cpuNs = ProcessCPUClock.nowNs()
    do {
      let service = try EffectService(
        law, seed: request.seed, time: time.map { EffectTime($0.clock) } ?? EffectTime(),
        line: request.maxQueue, clients: try request.traffic.clients(seed: request.seed),
        hasUsers: request.traffic.hasUsers,
        record: ServiceRecord(
          SliceRecorder(stageEndsNs: request.traffic.stageEndsNs, queue: queue, notesStalls: false))
      )
      let end = try await parts.drive(EffectJob(request: request, service: service, time: time))
      let spentNs = ProcessCPUClock.nowNs() - cpuNs
      let (result, effects) = service.close(unsent: end.unsent)
      return LoadOutcome(
        result: result, cpuNs: request.isVirtual ? nil : spentNs, digest: end.digest,
        effects: effects)
    } catch { throw .refused(option: "--latency", reason: "\(error)") }
  }

  func check(_ outcome: inout LoadOutcome, _ ended: () -> Void) {
    ended()
    if let effects = outcome.effects,
      let fault = fault(effects, outcome.result) ?? virtualFault(effects, outcome)
    {
      outcome.void(fault)
    }
    if let time, time.foreignJobs > 0, outcome.isValid {
      outcome.void(
        "\(CountText.text(time.foreignJobs, "job")) left virtual time: the run cannot be repeated")
    }
  }

  /// Returns the violated condition of real and virtual time.
  private func fault(_ effects: EffectCounts, _ result: LoadResult) -> String? {
    if effects.stray > 0 {
      return "\(CountText.text(effects.stray, "answer")) came twice, or after their cancellation"
    }
    // Some effects of an abandoned load are still in flight.
    guard result.abandoned == 0, effects.ended != effects.asked else { return nil }
    return "\(CountText.text(effects.asked, "effect")) asked for, \(effects.ended) ended"
  }

  /// Returns the violated condition of virtual time: counts and state equal those of a simulation
  /// by events.
  private func virtualFault(_ effects: EffectCounts, _ outcome: LoadOutcome) -> String? {
    guard request.isVirtual, outcome.result.abandoned == 0 else { return nil }
    let found = EventFoldResult(
      asked: effects.asked, answered: effects.answered, failed: effects.failed,
      timedOut: effects.timedOut, cancelled: effects.cancelled,
      dropped: outcome.result.dropped, digest: outcome.digest)
    // The fold makes the same requests as the load, which was run.
    guard let fold = try? parts.fold(), fold != found else { return nil }
    return fold.digest == found.digest
      ? "the effects are not those of a simulation by events"
      : "wrong digest: the state differs from that of a simulation by events"
  }
}

/// Sends a schedule from several workers.
struct WorkerSender: LoadSender {
  let request: LoadRequest
  let design: SharedDesign
  /// The number of cores of the process.
  let coreCount: Int
  /// The time limit for the end of a worker's last action, and of the warm-up.
  let graceNs: UInt64
  let slices: any SliceSource
  private let queues: WorkerSliceQueues
  private let shares: [ArrivalShare]
  private var stores: WorkerStores?
  private var digest: UInt64 = 0

  init(
    request: LoadRequest, design: SharedDesign, coreCount: Int, graceNs: UInt64 = 10_000_000_000
  ) throws(PlanError) {
    self.request = request
    self.design = design
    self.coreCount = coreCount
    self.graceNs = graceNs
    guard case .open(let schedule) = request.traffic else {
      preconditionFailure("workers send only a schedule")
    }
    do { shares = try schedule.shares(seed: request.seed) ?? [] } catch {
      throw .refused(option: "--workers", reason: "\(error)")
    }
    queues = WorkerSliceQueues(workers: shares.count, durationNs: request.traffic.durationNs)
    slices = queues
  }

  var arrivals: (@Sendable () -> ArrivalInstants)? {
    { [shares] in
      var all = SharedArrivals(shares)
      return { all.next() }
    }
  }

  mutating func warmUp() async throws(PlanError) -> String? {
    let stores = await WorkerStores(
      request.scenario, workers: shares.count, seed: request.seed, design: design)
    let actions = max(1, request.warmUpActions / shares.count)
    if let reason = await stores.send(each: actions, patienceNs: graceNs) {
      return "the warm-up does not end: \(reason)"
    }
    digest = await stores.verification.digest
    self.stores = stores
    return nil
  }

  mutating func send() async throws(PlanError) -> LoadOutcome {
    guard let stores else { preconditionFailure("the warm-up makes the stores") }
    let loads = zip(stores.workers, shares).map { worker, share in
      WorkerLoad(worker, request, share, queues.queues[worker.index])
    }
    let window = await stores.run(
      durationNs: request.traffic.durationNs + request.drainNs, graceNs: graceNs,
      willOpen: {
        let clock = PacingClock()
        for load in loads { load.begin(clock) }
      },
      start: { gate in
        for load in loads { stores.subject.startLoad(load, gate) }
      })
    // A worker that has not ended may still write its result.
    guard window.isOver else { return .void("a worker still waits for the end of its action") }
    let results = loads.compactMap(\.result)
    let parts = results.map(\.load)
    var outcome = LoadOutcome(
      result: LoadResult(
        completed: parts.reduce(0) { $0 + $1.completed }, dropped: 0,
        abandoned: parts.reduce(0) { $0 + $1.abandoned },
        endedNs: parts.map(\.endedNs).max() ?? 0, startNs: parts.first?.startNs ?? 0),
      cpuNs: window.cpuNs, digest: digest)
    outcome.workers = WorkerShares(completedInTime: results.map(\.shareInTime), p99Ns: [])
    return outcome
  }

  func check(_ outcome: inout LoadOutcome, _ ended: () -> Void) async {
    outcome.workers?.p99Ns = queues.responses.map { $0.knownPercentileNs(99) }
    if let warning = CoreShortage.warning(workers: shares.count, cores: coreCount) {
      outcome.warn(warning)
    }
    let reason = await stores?.verification.reason
    ended()
    if let reason { outcome.void(reason) }
  }
}

extension SliceQueue {
  /// The slices of a load that one thread sends.
  convenience init(_ request: LoadRequest) {
    self.init(
      durationNs: request.traffic.durationNs, isVirtual: request.isVirtual)
  }
}
