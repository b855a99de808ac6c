import FlowHarness
import FlowResults
import Platform
import Workloads

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
      limit: request.service == nil ? request.maxQueue : nil,
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
    outcome.result.stages = log.times(stageCount: request.traffic.stageEndsNs.count)
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
