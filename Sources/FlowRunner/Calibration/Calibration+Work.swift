import FlowHarness
import FlowResults
import Foundation
import Platform

// Known work through the whole chain: generator, driver, store, meters, one process for each trial.

extension Calibration {
  func knownWork(_ progress: (String) -> Void) async -> [CalibrationRow] {
    var rows: [CalibrationRow] = []
    do {
      progress("a reducer that spins")
      rows.append(contentsOf: try await spin())
      progress("a reducer that sleeps")
      rows.append(contentsOf: try await sleep())
    } catch {
      rows.append(.failed(.work, "known times", because: error.description))
    }
    progress("a reducer that allocates and retains")
    return rows + (await countedWork())
  }

  /// Steps of arithmetic take as long as without a store, and twice as many take twice as long.
  private func spin() async throws(PairRunner.Failure) -> [CalibrationRow] {
    // So many that the call around them does not matter.
    let once = scenario(KnownWork.spin(steps: 5000).id, FloorDesign.id)
    let twice = scenario(KnownWork.spin(steps: 10_000).id, FloorDesign.id)
    var least = (plain: Double.infinity, once: Double.infinity, twice: Double.infinity)
    for _ in 0..<effort.timings {
      least.plain = min(least.plain, Self.plainSpinNs(steps: 5000))
      least.once = min(least.once, try await minWallNs(once))
      least.twice = min(least.twice, try await minWallNs(twice))
    }
    return [
      .near(
        .work, "5,000 steps, asked: without a store", "ns", asked: least.plain,
        measured: least.once, within: 0.02),
      .near(
        .work, "twice 5,000 steps", "ratio", asked: 2, measured: least.twice / least.once,
        within: 0.01),
    ]
  }

  /// Returns the time of so many steps in this process, the shortest of several, in nanoseconds.
  private static func plainSpinNs(steps: Int) -> Double {
    var sum: UInt64 = 0
    var least = UInt64.max
    for _ in 0..<200 {
      let startNs = MonotonicClock.nowNs()
      sum = KnownWorkFeature.spin(steps, from: sum)
      sink(sum)
      least = min(least, MonotonicClock.nowNs() - startNs)
    }
    return Double(least)
  }

  /// What sleeps takes time, as much as the same sleep by hand, and no processor.
  private func sleep() async throws(PairRunner.Failure) -> [CalibrationRow] {
    let ns = 5_000_000
    var byHand = Double.infinity
    for _ in 0..<20 {
      let start = MonotonicClock.nowNs()
      CurrentThread.sleep(ns: UInt64(ns))
      byHand = min(byHand, Double(MonotonicClock.nowNs() - start))
    }
    let sample = try await sample(
      of: scenario(KnownWork.sleep(ns: ns).id, FloorDesign.id), .timing, process())
    let wall = sample.wallNs
    let busy = sample.cpuNs.map { $0 / byHand }
    return [
      .near(
        .work, "a reducer that sleeps 5 ms", "ns wall", asked: byHand, measured: wall,
        within: 0.1),
      CalibrationRow(
        section: .work, name: "the processor time of that sleep", unit: "of wall",
        measured: busy, error: busy.map { TextTable.percent($0) } ?? "not measured",
        allowed: "< 10 %", isMet: busy.map { $0 < 0.1 } ?? false),
    ]
  }

  private func countedWork() async -> [CalibrationRow] {
    let library: CounterLibrary
    do { library = try CounterLibrary(besideExecutable: executable) } catch {
      return [.untried(.work, "known allocations", because: error.description)]
    }
    func counts(_ work: KnownWork) async throws(PairRunner.Failure) -> SampleMeasures {
      try await sample(
        of: scenario(work.id, FloorDesign.id), .counting, process(counterLibrary: library))
    }
    do {
      let objects = try await counts(.objects(count: 3, bytes: 64))
      let few = try await counts(.retain(times: 5))
      let many = try await counts(.retain(times: 10))
      func more(_ path: KeyPath<SampleMeasures, Double?>) -> Double? {
        many[keyPath: path].flatMap { many in few[keyPath: path].map { many - $0 } }
      }
      return [
        .each("3 objects of 64 bytes", "allocations", 3, objects.allocations),
        .each("3 objects of 64 bytes", "bytes asked", 192, objects.requestedBytes),
        .each("3 objects of 64 bytes", "objects", 3, objects.objects),
        .each("5 retains more", "retains", 5, more(\.retains)),
        .each("5 retains more", "releases", 5, more(\.releases)),
      ]
    } catch {
      return [.failed(.work, "known allocations", because: error.description)]
    }
  }

  private func minWallNs(_ scenario: Scenario) async throws(PairRunner.Failure) -> Double {
    let outcome = try await outcome(of: scenario, .timing, process())
    guard let ns = outcome.samples.compactMap(\.wallNs).min() else {
      throw PairRunner.Failure(description: "\(scenario.id): no time was measured")
    }
    return ns
  }

  /// The first sample of one trial.
  func sample(
    of scenario: Scenario, _ pass: Pass, _ process: TrialProcess
  ) async throws(PairRunner.Failure) -> SampleMeasures {
    guard let sample = try await outcome(of: scenario, pass, process).samples.first else {
      throw PairRunner.Failure(description: "\(scenario.id): nothing was measured")
    }
    return sample
  }

  /// One trial in a process of its own.
  private func outcome(
    of scenario: Scenario, _ pass: Pass, _ process: TrialProcess
  ) async throws(PairRunner.Failure) -> TrialOutcome {
    var settings = PairRunner.settings
    if case .sleep = KnownWork(scenario.workload) {
      // Five milliseconds each: few of them.
      settings.verificationActions = 2
      settings.sampleActions = 20
      settings.samples = 1
    }
    let request = TrialRequest(
      scenario: scenario, pass: pass, round: 0, seed: seed, settings: settings,
      workDirectory: FileManager.default.temporaryDirectory.path, fault: nil)
    let ending = await process.run(request)
    guard case .finished(let outcome) = ending else {
      throw PairRunner.Failure(description: "\(scenario.id): \(ending.failure ?? "interrupted")")
    }
    guard outcome.isValid else {
      throw PairRunner.Failure(description: "\(scenario.id): \(outcome.reason ?? "not valid")")
    }
    return outcome
  }
}

extension CalibrationRow {
  /// A count for each action that must be right to the last unit.
  fileprivate static func each(
    _ name: String, _ unit: String, _ asked: Double, _ measured: Double?
  ) -> Self {
    CalibrationRow(
      section: .work, name: name, unit: unit, asked: asked, measured: measured,
      error: measured.map { "\($0 - asked)" } ?? "not counted", allowed: "0",
      isMet: measured == asked)
  }
}
