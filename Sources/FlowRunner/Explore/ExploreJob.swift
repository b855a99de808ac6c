import FlowHarness
import FlowResults
import PlainText

/// The interleavings of one scenario, in a fresh process.
struct ExploreJob: Job {
  typealias Work = ExploreTask

  let plan: ExplorePlan
  let scenario: Scenario

  var key: JobKey { ExploreRow.job(scenario.id) }
  var isTimed: Bool { false }

  func request(workDirectory: String, slot: Int) -> ExploreRequest {
    ExploreRequest(
      load: LoadRequest(
        scenario: scenario, round: 0, seed: plan.seed, traffic: plan.load.traffic,
        service: plan.load.service, maxQueue: plan.load.maxQueue, drainNs: plan.load.drainNs,
        warmUpActions: 0, isVirtual: true, workDirectory: workDirectory), runs: plan.runs)
  }

  func adjust(_ process: inout ChildProcess, for request: ExploreRequest) {
    // The first message comes after an interleaving.
    process.limitSeconds = plan.load.limitSeconds + Double(plan.load.traffic.size) * 1e-4
  }

  func take(_ explored: ExploreTask.Step, into folder: ResultsFolder) -> String? {
    "\(explored) of \(CountText.text(plan.runs, "interleaving"))  \(scenario.id)"
  }

  func finish(_ ending: Ending, _ use: MachineUse?, into folder: ResultsFolder) throws {
    var row = ExploreRow()
    row.runID = folder.runID
    row.dimensions = Dimensions(scenario)
    row.load = plan.load.loadText
    row.firstSeed = String(plan.seed)
    if case .finished(let outcome) = ending { row.fill(outcome) }
    if let reason = ending.failure {
      row.isValid = false
      row.invalidReason = reason
    }
    try folder.append([row])
  }
}

extension ExploreRow: JobRow {
  var job: JobKey { Self.job(dimensions.scenario) }

  static func job(_ scenario: String) -> JobKey {
    JobKey(scenario: scenario, part: "orders", round: 0)
  }
}
