import Foundation
import Measurement
import Subprocess
import SystemPackage

/// Runs one trial in a fresh process of the same executable, so that heap and caches are fresh.
struct TrialProcess: Sendable {
  /// The executable that answers to the hidden `trial` subcommand.
  let executable: String
  /// The designs whose trials keep the main thread.
  let mainThreadDesigns: Set<String>
  /// What counting trials preload.
  var counterLibrary: CounterLibrary?
  /// What trials of the instructions pass are started with.
  var instructions: PreparedInstructionTool?

  /// How a trial ended.
  enum Ending: Equatable {
    case finished(TrialOutcome)
    /// It crashed, hung or said nothing that can be read.
    case failed(reason: String)
    /// The run was told to stop.
    case interrupted
  }

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

  private func launch(_ request: TrialRequest) async -> Ending? {
    var options = PlatformOptions()
    // A group of its own: Ctrl-C reaches the run, which then ends the trial and keeps its rows.
    options.processGroupID = 0
    options.teardownSequence = []
    do {
      let flags =
        mainThreadDesigns.contains(request.scenario.design) ? [TrialChild.runLoopFlag] : []
      let json = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
      let arguments = ["trial"] + flags + [json]
      let start = start(request, arguments)
      let result = try await Subprocess.run(
        .path(FilePath(start.program)), arguments: Arguments(start.arguments),
        environment: .inherit.updating(start.environment), platformOptions: options,
        output: .string(limit: 1 << 20), error: .string(limit: 1 << 16))
      if Task.isCancelled { return nil }
      guard case .exited(0) = result.terminationStatus else {
        return .failed(
          reason: "crashed: \(result.terminationStatus)\(Self.lastLine(result.standardError))")
      }
      guard !result.standardOutput.isEmpty else {
        return .failed(reason: "ended before it had a result")
      }
      let output = Data(result.standardOutput.utf8)
      return .finished(try JSONDecoder().decode(TrialOutcome.self, from: output))
    } catch {
      return Task.isCancelled ? nil : .failed(reason: "no result: \(error)")
    }
  }

  /// What every process that measures has in its environment.
  static let environment: [Environment.Key: String?] = [
    // Seeded hashing alone doubles the noise.
    "SWIFT_DETERMINISTIC_HASHING": "1",
    // A backtrace of a crash takes seconds and says no more than the reason in the row.
    "SWIFT_BACKTRACE": "enable=no",
  ]

  /// What a trial is started as.
  private struct Start {
    var program: String
    var arguments: [String]
    var environment: [Environment.Key: String?]
  }

  private func start(_ request: TrialRequest, _ arguments: [String]) -> Start {
    var start = Start(
      program: executable, arguments: arguments,
      environment: Self.environment)
    switch request.pass {
    case .timing: break
    case .counting:
      if let counterLibrary { start.environment.merge(counterLibrary.environment) { $1 } }
    case .instructions:
      guard let launch = instructions?.launch(directory: request.workDirectory) else { break }
      start.program = launch.executable
      start.arguments = launch.prefix + arguments
      for (name, value) in launch.environment {
        start.environment[Environment.Key(stringLiteral: name)] = value
      }
    }
    return start
  }

  static func lastLine(_ text: String) -> String {
    guard let line = text.split(whereSeparator: \.isNewline).last else { return "" }
    return ": " + line.prefix(200)
  }
}

/// The other side: what the process of a trial does.
public enum TrialChild {
  /// Asks the process of a trial to keep its main thread in a run loop.
  public static let runLoopFlag = "--run-loop"

  /// Runs the trial that `json` asks for and returns its outcome as JSON.
  ///
  /// - Throws: `DecodingError` for anything that is not a request, `PlanError` for a scenario that
  ///   the catalogue does not have.
  @MainActor
  public static func run(_ json: String, catalogue: Catalogue) async throws -> String {
    let request = try JSONDecoder().decode(TrialRequest.self, from: Data(json.utf8))
    let known = KnownWork(request.scenario.workload)
    let catalogue = known.map { Catalogue.calibration($0) } ?? catalogue
    // Before anything is made, so that every thread to come is pinned too.
    let isPinned = request.scenario.affinity == .pinned ? pin() : nil
    var outcome = try await outcome(of: request, catalogue)
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
        request, subject: parts.subject, expectedDigests: parts.expectedDigests)
      return await request.pass == .timing ? driver.time() : driver.countInstructions()
    }
  }
}
