package import FlowHarness
import FlowResults
package import Foundation
import Measurement
import Synchronization

/// Runs one load in a fresh process of the same executable, and hears of it every second.
struct LoadProcess: Sendable {
  /// The executable that answers to the hidden `load-trial` subcommand.
  let executable: String
  /// The designs whose trials keep the main thread.
  let mainThreadDesigns: Set<String>

  /// How a load ended.
  typealias Ending = TalkingProcess.Ending<LoadOutcome>

  /// Runs a load and waits for its end.
  ///
  /// - Parameter report: Hears of each second when it is over.
  func run(_ request: LoadRequest, report: @Sendable (LoadSecond) async -> Void) async -> Ending {
    let isMain = mainThreadDesigns.contains(request.scenario.design)
    let child = TalkingProcess(
      executable: executable,
      arguments: [LoadChild.command] + (isMain ? [TrialChild.runLoopFlag] : []))
    return await child.run(request) { (message: LoadMessage) in
      switch message {
      case .seconds(let seconds):
        for second in seconds { await report(second) }
        return nil
      case .ended(let outcome): return outcome
      }
    }
  }
}

/// The other side: what the process of a load does.
package enum LoadChild {
  /// The hidden subcommand.
  package static let command = "load-trial"

  /// Runs the load that `json` asks for; says each second, and the outcome, as a line of JSON.
  /// Of a scenario that the catalogue lacks it says that instead.
  ///
  /// - Parameter say: Takes a line; called from several threads, one at a time.
  /// - Throws: `DecodingError` for anything that is not a request, `PlanError` for a load that cannot
  ///   be made, and what the encoder throws.
  @MainActor
  package static func run(
    _ json: Data, catalogue: Catalogue, say: @escaping @Sendable (String) -> Void
  ) async throws {
    let request = try JSONDecoder().decode(LoadRequest.self, from: json)
    // Before anything is made, so that every thread to come is pinned too.
    let free = CoreAffinity.current
    let isPinned = request.scenario.affinity == .pinned ? free?.pinToLast() != nil : nil
    let gathering = Mutex(Gathering<LoadSecond>())
    let elsewhere = isPinned == true ? free?.withoutLast : nil
    var outcome: LoadOutcome
    do throws(PlanError) {
      outcome = try await Self.outcome(of: request, catalogue, elsewhere) { second in
        let seconds = gathering.withLock { $0.add(second) }
        guard !seconds.isEmpty, let line = try? text(.seconds(seconds)) else { return }
        say(line)
      }
    } catch {
      guard case .unsupported = error else { throw error }
      say(try CatalogueGap(request.scenario).line())
      return
    }
    say(try text(.seconds(gathering.withLock { $0.rest() })))
    outcome.isPinned = isPinned
    if isPinned == false, outcome.isValid { outcome.doubt("not pinned: the system refused") }
    say(try text(.ended(outcome)))
  }

  private static func text(_ message: LoadMessage) throws -> String {
    String(decoding: try JSONEncoder().encode(message), as: UTF8.self)
  }

  @MainActor
  private static func outcome(
    of request: LoadRequest, _ catalogue: Catalogue, _ elsewhere: CoreAffinity?,
    _ report: @escaping @Sendable (LoadSecond) -> Void
  ) async throws(PlanError) -> LoadOutcome {
    if let service = request.service {
      guard let parts = catalogue.effects(of: request) else {
        throw .unsupported(request.scenario.id)
      }
      return try await EffectDriver(
        request: request, service: service, parts: parts, reporterCores: elsewhere,
        report: report
      ).run()
    }
    let time = request.isVirtual ? VirtualNow() : nil
    let catalogue =
      ServiceWork(request.scenario.workload)
      .map { Catalogue.calibration($0, time) } ?? catalogue
    let context = TrialContext(
      scenario: request.scenario, seed: request.seed, workDirectory: request.workDirectory)
    let driver = LoadDriver(
      request: request,
      makeParts: { () throws(PlanError) in try catalogue.parts(of: context) },
      clock: { time.map { LoadClock($0) } ?? LoadClock() }, reporterCores: elsewhere,
      report: report)
    return try await driver.run()
  }
}
