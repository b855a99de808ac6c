import FlowHarness
import FlowResults
import Measurement
import Platform
import Synchronization
import Workloads

/// A load in a child process; it emits each second, and empty steps while its end is checked.
enum LoadTask: ChildTask {
  static let name = "load"

  static func perform(
    _ request: LoadRequest, catalogue: Catalogue,
    step: @escaping @Sendable ([TimelineSecond]) -> Void
  ) async throws -> LoadOutcome {
    // Before any thread is made, so that all of them are pinned.
    let free = CoreAffinity.current
    // In virtual time nothing is timed, and several processes run at the same time.
    let isPinned =
      request.scenario.affinity == .pinned && !request.load.isVirtual
      ? free?.pinToLast() != nil : nil
    let batch = ThrottledBatch<TimelineSecond>()
    let elsewhere = isPinned == true ? free?.withoutLast : nil
    let heartbeat = Heartbeat { step([]) }
    defer { heartbeat.stop() }
    var outcome: LoadOutcome
    do {
      outcome = try await Self.outcome(
        of: request, catalogue, elsewhere,
        report: { second in
          let seconds = batch.add(second)
          if !seconds.isEmpty { step(seconds) }
        }, ended: { heartbeat.start() })
    } catch PlanError.unsupported { throw MissingDesignError(request.scenario) }
    step(batch.rest())
    outcome.isPinned = isPinned
    if isPinned == false, outcome.isValid { outcome.warn("not pinned: the system refused") }
    if !request.load.isVirtual, outcome.isValid,
      let warning = CoreShortage.warning(request.scenario.affinity, cores: Machine.cpuCount)
    {
      outcome.warn(warning)
    }
    return outcome
  }

  @MainActor
  private static func outcome(
    of request: LoadRequest, _ catalogue: Catalogue, _ elsewhere: CoreAffinity?,
    report: @escaping @Sendable (TimelineSecond) -> Void, ended: @escaping @Sendable () -> Void
  ) async throws -> LoadOutcome {
    CurrentThread.requestPerformanceCores()
    let driver = LoadDriver(
      request: request, reporterCores: elsewhere,
      machine: request.load.isVirtual ? nil : MachineWatch(on: elsewhere), report: report,
      ended: ended)
    if request.load.service != nil {
      guard let parts = catalogue.effects(of: request) else {
        throw PlanError.unsupported(request.scenario.id)
      }
      return try await driver.run(EffectSender(request: request, parts: parts))
    }
    let time = request.load.isVirtual ? VirtualNow() : nil
    let context = TrialContext(
      scenario: request.scenario, seed: request.seed, workDirectory: request.workDirectory,
      time: time)
    return try await driver.run(
      StoreSender(
        request: request, time: time,
        makeParts: { () throws(PlanError) in try catalogue.parts(of: context) }))
  }
}

/// Collects the seconds of a load in virtual time, to pass them on at most four times per second of
/// real time.
final class ThrottledBatch<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    /// The time of the last batch.
    var passedNs: UInt64?

    mutating func rest() -> [Element] {
      defer { elements.removeAll(keepingCapacity: true) }
      return elements
    }
  }

  private let state = Mutex(State())

  private static var pauseNs: UInt64 { 250_000_000 }

  /// Adds an element, and returns the elements to be passed on now.
  func add(_ element: Element, nowNs: UInt64 = MonotonicClock.nowNs()) -> [Element] {
    state.withLock { state in
      state.elements.append(element)
      if let passedNs = state.passedNs, nowNs - passedNs < Self.pauseNs { return [] }
      state.passedNs = nowNs
      return state.rest()
    }
  }

  /// Returns the remaining elements.
  func rest() -> [Element] { state.withLock { $0.rest() } }
}

/// Runs a load in this process: warm-up, load, check.
@MainActor
struct LoadDriver {
  let request: LoadRequest
  /// The cores of the reporting thread; `nil` for those of the load.
  var reporterCores: CoreAffinity?
  /// Watches the machine; `nil` in virtual time.
  var machine: MachineWatch?
  /// Receives each second, on another thread.
  let report: @Sendable (TimelineSecond) -> Void
  /// Is called after the store's last action, before the check.
  var ended: @Sendable () -> Void = {}

  /// Drives a fresh store to the checked outcome.
  ///
  /// - Throws: An error if the store or the arrivals cannot be made.
  func run(_ sender: some LoadSender) async throws -> LoadOutcome {
    var sender = sender
    if let reason = try await sender.warmUp() { return .void(reason) }
    let reporter = SliceReporter(
      sender.slices, arrivals: sender.arrivals,
      limit: request.load.service == nil ? request.load.maxQueue : nil,
      cores: reporterCores,
      report: { [machine, report] (second: TimelineSecond) in
        var second = second
        machine?.fill(&second)
        report(second)
      })
    var outcome = try await sender.send()
    sender.slices.close()
    let log = reporter.join()
    let pauses = machine?.stop()
    guard outcome.isValid else { return outcome }
    outcome.result.stages = log.times(stageCount: request.load.traffic.stageEndsNs.count)
    outcome.statistics =
      TimeAnalysis(
        request: request, result: outcome.result, log: log, pauses: pauses
      ).statistics
    await sender.check(&outcome, ended)
    return outcome
  }
}

/// The part of a load that differs between kinds of stores and traffic.
@MainActor
protocol LoadSender {
  var slices: SliceQueue { get }
  /// Makes the instants of the arrivals; `nil` if they depend on the store.
  var arrivals: (@Sendable () -> ArrivalInstants)? { get }
  /// Prepares the store.
  ///
  /// - Returns: The reason if that does not end.
  mutating func warmUp() async throws(PlanError) -> String?
  mutating func send() async throws -> LoadOutcome
  /// Checks the state after the load.
  ///
  /// - Parameter ended: Is called after the store was read, because reading may hang, too.
  func check(_ outcome: inout LoadOutcome, _ ended: () -> Void) async
}
