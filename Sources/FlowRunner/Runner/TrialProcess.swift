package import FlowHarness
import FlowResults
import Foundation
import Measurement
import Subprocess
import SystemPackage

/// Runs one trial in a fresh process of the same executable, so that heap and caches are fresh.
package struct TrialProcess: Sendable {
  /// The executable that answers to the hidden `trial` subcommand.
  let executable: String
  /// The designs whose trials keep the main thread.
  let mainThreadDesigns: Set<String>
  /// What counting trials preload.
  var counterLibrary: CounterLibrary?
  /// What trials of the instructions pass are started with.
  var instructions: PreparedInstructionTool?

  package init(
    executable: String, mainThreadDesigns: Set<String>, counterLibrary: CounterLibrary? = nil,
    instructions: PreparedInstructionTool? = nil
  ) {
    self.executable = executable
    self.mainThreadDesigns = mainThreadDesigns
    self.counterLibrary = counterLibrary
    self.instructions = instructions
  }

  /// How a trial ended.
  typealias Ending = TalkingProcess.Ending<TrialOutcome>

  /// Runs a trial and waits for it, at most as long as its settings allow.
  func run(_ request: TrialRequest) async -> Ending {
    let limit = request.settings.limitSeconds
    return await withTaskGroup(of: Ending?.self) { group in
      group.addTask { await launch(request) }
      group.addTask {
        try? await Task.sleep(for: .seconds(limit))
        return Task.isCancelled ? nil : .failed(reason: "hung: no result within \(limit) s")
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      if Task.isCancelled { return .interrupted }
      return first ?? .interrupted
    }
  }

  private func launch(_ request: TrialRequest) async -> Ending {
    let flags = mainThreadDesigns.contains(request.scenario.design) ? [TrialChild.runLoopFlag] : []
    do {
      let json = try TalkingProcess.json(request)
      return await process(request, [TrialChild.command] + flags + [json])
        .run(input: "") { (outcome: TrialOutcome) in outcome }
    } catch {
      return .failed(reason: "no result: \(error)")
    }
  }

  /// What a trial is started as.
  private func process(_ request: TrialRequest, _ arguments: [String]) -> TalkingProcess {
    let plain = TalkingProcess(executable: executable, arguments: arguments)
    switch request.pass {
    case .timing: return plain
    case .counting:
      guard let counterLibrary else { return plain }
      var process = plain
      process.environment.merge(counterLibrary.environment) { $1 }
      return process
    case .instructions:
      guard let launch = instructions?.launch(directory: request.workDirectory) else {
        return plain
      }
      var process = TalkingProcess(
        executable: launch.executable, arguments: launch.prefix + arguments)
      for (name, value) in launch.environment {
        process.environment[Environment.Key(stringLiteral: name)] = value
      }
      process.answering = executable
      return process
    }
  }
}

/// The other side: what the process of a trial does.
package enum TrialChild {
  /// Asks the process of a trial to keep its main thread in a run loop.
  package static let runLoopFlag = "--run-loop"

  /// The hidden subcommand.
  package static let command = "trial"

  /// Runs the trial that `json` asks for and returns its outcome as a line of JSON, or one that says
  /// that the catalogue lacks its scenario.
  ///
  /// - Throws: `DecodingError` for anything that is not a request, and what the encoder throws.
  @MainActor
  package static func run(_ json: String, catalogue: Catalogue) async throws -> String {
    let request = try JSONDecoder().decode(TrialRequest.self, from: Data(json.utf8))
    let known = KnownWork(request.scenario.workload)
    let catalogue = known.map { Catalogue.calibration($0) } ?? catalogue
    // Before anything is made, so that every thread to come is pinned too.
    let isPinned = request.scenario.affinity == .pinned ? pin() : nil
    var outcome: TrialOutcome
    do throws(PlanError) {
      outcome = try await Self.outcome(of: request, catalogue)
    } catch {
      guard case .unsupported = error else { throw error }
      return try CatalogueGap(request.scenario).line()
    }
    outcome.isPinned = isPinned
    if isPinned == false, outcome.isValid { outcome.doubt("not pinned: the system refused") }
    return String(decoding: try JSONEncoder().encode(outcome), as: UTF8.self)
  }

  private static func pin() -> Bool { CoreAffinity.current?.pinToLast() != nil }

  @MainActor
  private static func outcome(
    of request: TrialRequest, _ catalogue: Catalogue
  ) async throws(PlanError) -> TrialOutcome {
    switch request.pass {
    case .counting: return try await CountingTrial(request: request, catalogue: catalogue).run()
    case .timing, .instructions:
      let parts = try catalogue.parts(of: TrialContext(request))
      var driver = TrialDriver(
        request, subject: parts.subject, expectedDigests: parts.expectedDigests,
        expectedViews: parts.expectedViews)
      return await request.pass == .timing ? driver.time() : driver.countInstructions()
    }
  }
}
