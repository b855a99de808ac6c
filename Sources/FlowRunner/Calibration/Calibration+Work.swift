import FlowFloor
import FlowHarness
import FlowResults
import Foundation
import Platform

// Known work through the whole chain: generator, driver, store, probes, a process for each trial.

extension Calibration {
  func knownWork() async -> [CalibrationRow] {
    var rows: [CalibrationRow] = []
    do {
      progress("a reducer that spins")
      rows += try await spin()
    } catch {
      rows.append(.failed(.work, "known times", because: error.description))
    }
    progress("a reducer that allocates and retains")
    return rows + (await countedWork())
  }

  /// Steps of arithmetic take as long as without a store, and twice as many take twice as long.
  private func spin() async throws(PairRunner.Failure) -> [CalibrationRow] {
    // Enough steps to hide the call around them.
    let steps = 5000
    var least = (plain: Double.infinity, once: Double.infinity, twice: Double.infinity)
    for _ in 0..<effort.timings {
      least.plain = min(least.plain, Self.plainSpinNs(steps: steps))
      least.once = min(least.once, try await minWallNs(scenario(.spin(steps: steps))))
      least.twice = min(least.twice, try await minWallNs(scenario(.spin(steps: 2 * steps))))
    }
    return [
      .near(
        .work, "5,000 steps, known: without a store", "ns", asked: least.plain,
        measured: least.once, within: 0.02),
      .near(
        .work, "twice 5,000 steps", "ratio", asked: 2, measured: least.twice / least.once,
        within: 0.01),
    ]
  }

  /// Returns the minimum time of steps in this process, in nanoseconds.
  private static func plainSpinNs(steps: Int) -> Double {
    var sum: UInt64 = 0
    var least = UInt64.max
    for _ in 0..<200 {
      let startNs = MonotonicClock.nowNs()
      sum = CalibrationFeature.spin(steps, from: sum)
      sink(sum)
      least = min(least, MonotonicClock.nowNs() - startNs)
    }
    return Double(least)
  }

  private func countedWork() async -> [CalibrationRow] {
    let library: CounterLibrary
    do { library = try CounterLibrary(besideExecutable: executable) } catch {
      return [.untried(.work, "known allocations", because: error.description)]
    }
    func counts(_ work: CalibrationWork) async throws(PairRunner.Failure) -> SampleMeasures {
      try await sample(of: scenario(work), .counting, process(counterLibrary: library))
    }
    do {
      let objects = try await counts(.objects(count: 3, bytes: 64))
      let few = try await counts(.retain(times: 5))
      let many = try await counts(.retain(times: 10))
      func more(_ path: KeyPath<SampleMeasures, Double?>) -> Double? {
        many[keyPath: path].flatMap { many in few[keyPath: path].map { many - $0 } }
      }
      let counts: [(name: String, unit: String, asked: Double, measured: Double?)] = [
        ("3 objects of 64 bytes", "allocations", 3, objects.allocations),
        ("3 objects of 64 bytes", "bytes requested", 192, objects.requestedBytes),
        ("3 objects of 64 bytes", "objects", 3, objects.objects),
        ("5 retains more", "retains", 5, more(\.retains)),
        ("5 retains more", "releases", 5, more(\.releases)),
      ]
      return counts.map { .exact(.work, $0.name, $0.unit, asked: $0.asked, measured: $0.measured) }
    } catch {
      return [.failed(.work, "known allocations", because: error.description)]
    }
  }

  func minWallNs(_ scenario: Scenario) async throws(PairRunner.Failure) -> Double {
    let outcome = try await outcome(of: scenario, .timing, process())
    guard let ns = outcome.samples.compactMap(\.wallNs).min() else {
      throw PairRunner.Failure(description: "\(scenario.id): no time was measured")
    }
    return ns
  }

  /// Returns the first sample of one trial.
  func sample(
    of scenario: Scenario, _ pass: Pass, _ process: TrialProcess,
    _ settings: TrialSettings = PairRunner.settings
  ) async throws(PairRunner.Failure) -> SampleMeasures {
    guard let sample = try await outcome(of: scenario, pass, process, settings).samples.first else {
      throw PairRunner.Failure(description: "\(scenario.id): nothing was measured")
    }
    return sample
  }

  private func outcome(
    of scenario: Scenario, _ pass: Pass, _ process: TrialProcess,
    _ settings: TrialSettings = PairRunner.settings
  ) async throws(PairRunner.Failure) -> TrialOutcome {
    let ending = await process.run(
      TrialRequest(
        scenario: scenario, pass: pass, round: 0, seed: seed, settings: settings,
        workDirectory: TemporaryFolder.path))
    guard case .finished(let outcome) = ending else {
      throw PairRunner.Failure(scenario, ending, isBase: false)
    }
    guard outcome.isValid else {
      throw PairRunner.Failure(description: "\(scenario.id): \(outcome.reason ?? "not valid")")
    }
    return outcome
  }
}

// MARK: - Instructions

extension Calibration {
  /// The share by which two instruction counts of the same work may differ.
  nonisolated static let tolerance = 0.0001

  /// Equal work takes the same number of instructions in two processes, and equal additions of work
  /// add the same number.
  func instructions() async -> [CalibrationRow] {
    let tool: PreparedInstructionTool
    switch InstructionTool.find() {
    case .failure(let missing):
      return [.untried(.instructions, "run to run", because: missing.description)]
    case .success(let found):
      do { tool = try PreparedInstructionTool(found, executable: executable) } catch {
        return [.failed(.instructions, "run to run", because: "\(error)")]
      }
    }
    defer { tool.remove() }
    var rows: [CalibrationRow] = []
    do {
      progress("instructions of a reducer that spins")
      var counts: [Double] = []
      for steps in [500, 1000, 1500] {
        counts.append(try await count(scenario(.spin(steps: steps)), tool))
      }
      rows.append(
        .near(
          .instructions, "500 steps more, in floor, again", "per action",
          asked: counts[1] - counts[0], measured: counts[2] - counts[1], within: Self.tolerance))
      for design in instructionDesigns {
        progress("instructions of \(design), twice")
        let scenario = scenario("counter", design)
        let first = try await count(scenario, tool)
        rows.append(
          .near(
            .instructions, "counter, \(design), again", "per action", asked: first,
            measured: try await count(scenario, tool), within: Self.tolerance))
      }
    } catch {
      rows.append(.failed(.instructions, "run to run", because: error.description))
    }
    return rows
  }

  private var instructionDesigns: [String] {
    let all = catalogue.designs.filter { !$0.hops }.map(\.id)
    let some = Set(catalogue.designs(asked: [.everything]))
    return effort.instructionsOfAll ? all : all.filter(some.contains)
  }

  /// Returns the instructions of an action.
  func count(
    _ scenario: Scenario, _ tool: PreparedInstructionTool
  ) async throws(PairRunner.Failure) -> Double {
    let sample = try await sample(of: scenario, .instructions, process(instructions: tool))
    guard let count = sample.instructions else {
      throw PairRunner.Failure(description: "\(scenario.id): instructions were not counted")
    }
    return count
  }
}
