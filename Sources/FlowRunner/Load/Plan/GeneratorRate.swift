import FlowFloor
import FlowHarness
import FlowResults
import Measurement
import PlainText
import Platform
import Workloads

/// Refuses rates that this machine cannot generate, before a load is driven.
///
/// The generator and the store share a thread, so the highest rate is that of the loop itself
/// against a store that only folds: ``LoadRequest/asFastAsPossible`` measures it in a process of
/// its own.
@MainActor
enum GeneratorRate {
  /// Up to this rate no attempt is made, because every machine reaches it.
  static let freeRate = 100_000.0
  /// The accepted excess over the reached rate, because a core's speed varies between attempts.
  static let margin = 1.25
  /// The maximum number of attempts, of which the highest rate counts.
  static let maxTries = 3

  /// Returns the highest rate of the loads on a schedule in real time, and its load; `nil` if none
  /// is above ``freeRate``.
  static func demand(of plans: [LoadPlan]) -> (rate: Double, plan: LoadPlan)? {
    plans.compactMap { plan in plan.highestRate.map { ($0, plan) } }
      .filter { $0.0 > freeRate }.max { $0.0 < $1.0 }
  }

  /// Returns the highest reached rate if it is too low; `nil` if a rate can be generated.
  ///
  /// - Parameter attempt: One attempt, in actions per second; `nil` if it failed, so that no rate
  ///   is refused.
  static func shortfall(
    of rate: Double, attempt: @MainActor () async -> Double?
  ) async -> Double? {
    var most = 0.0
    for _ in 0..<maxTries {
      guard let reached = await attempt() else { return nil }
      most = max(most, reached)
      if rate <= most * margin { return nil }
    }
    return most
  }

  /// Refuses loads whose highest rate cannot be generated.
  ///
  /// - Parameter executable: The program with the subcommand `child`.
  /// - Throws: `PlanError`, with the rate that this machine reaches.
  static func check(_ plans: [LoadPlan], executable: String) async throws(PlanError) {
    guard let (rate, plan) = demand(of: plans),
      let most = await shortfall(
        of: rate, attempt: { await attempt(for: plan, executable: executable) })
    else { return }
    throw refusal(of: rate, plan.load.traffic, reached: most)
  }

  static func refusal(of rate: Double, _ traffic: LoadTraffic, reached: Double) -> PlanError {
    let isStaged = if case .open(let schedule) = traffic { schedule.isStaged } else { false }
    return .invalid(
      option: isStaged ? "--stage" : "--rate",
      rule: "must be a rate that can be sent on this machine, whose generator reaches "
        + "\(CountText.grouped(Int(reached))) actions a second against \(FloorDesign.id); "
        + "lower it or, with effects that take time, add --virtual",
      value: "\(CountText.grouped(Int(rate))) at the highest in \(traffic)")
  }

  private static func attempt(for plan: LoadPlan, executable: String) async -> Double? {
    guard let request = LoadRequest.asFastAsPossible(seed: plan.seed),
      case .finished(let outcome) = await ChildProcess(executable: executable)
        .run(LoadTask.self, request, step: { _ in }),
      outcome.isValid
    else { return nil }
    return reached(in: outcome.result)
  }

  /// Returns the rate of the loop if all actions are due immediately: the reciprocal of the median time
  /// from the end of one action to the end of the next. A mean would include the time of other
  /// processes.
  static func reached(in result: LoadResult) -> Double? {
    let times = result.whole
    guard let serviceNs = times.service.percentileNs(50),
      let delayNs = times.generatorDelay.percentileNs(50), serviceNs + delayNs > 0
    else { return nil }
    return 1e9 / Double(serviceNs + delayNs)
  }
}

extension LoadRequest {
  /// Five million actions within 5 ms, with another 150 ms to send them.
  fileprivate static func asFastAsPossible(seed: UInt64) -> LoadRequest? {
    let schedule = try? LoadSchedule(
      rate: RateSegment.rates.upperBound, durationNs: 5_000_000, process: .constant)
    guard let schedule else { return nil }
    return LoadRequest(
      scenario: Scenario(
        workload: CalibrationWork.spin(steps: 0).id, topology: .single, features: 1,
        distribution: .uniform, views: .none, observers: 0, storage: .memory,
        design: FloorDesign.id, affinity: Affinity.isSupported ? .pinned : nil),
      seed: seed, load: Load(.open(schedule), drainNs: 150_000_000), workDirectory: "")
  }
}

extension LoadPlan {
  /// The highest scheduled rate in real time; `nil` if arrivals depend on the store.
  fileprivate var highestRate: Double? {
    guard !load.isVirtual, case .open(let schedule) = load.traffic else { return nil }
    return schedule.profile.segments.map { max($0.fromRate, $0.toRate) }.max()
  }
}
