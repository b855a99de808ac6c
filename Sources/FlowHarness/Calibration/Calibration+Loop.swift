import Foundation
import Subprocess
import SystemPackage

// The driver's loop against a loop written by hand, in processes of their own.

extension Calibration {
  /// What the driver adds to each design.
  func loops(_ progress: (String) -> Void) async -> [CalibrationRow] {
    var rows: [CalibrationRow] = []
    for design in LoopCost.designs(of: catalogue) {
      progress("the driver's loop: \(design)")
      rows.append(await loop(design))
    }
    return rows
  }

  /// A known time: steps of arithmetic driven through a store, against the same steps by hand.
  func spinByHand() async -> CalibrationRow {
    let steps = 500
    let name = "\(steps) steps in flow, asked: by hand"
    do {
      let cost = try await cost(of: KnownWork.spin(steps: steps).id)
      guard let hand = cost.handNs else { throw Self.failure(cost) }
      return .near(.work, name, "ns", asked: hand, measured: cost.driverNs, within: 0.01)
    } catch {
      return .failed(.work, name, because: "\(error)")
    }
  }

  private func loop(_ design: String) async -> CalibrationRow {
    let cost: LoopCost
    do {
      cost = try await self.cost(of: design)
      if cost.driverNs == nil { throw Self.failure(cost) }
    } catch {
      return .failed(.loop, design, because: "\(error)")
    }
    return CalibrationRow(
      section: .loop, name: design, unit: "ns", asked: cost.handNs, measured: cost.driverNs,
      error: Self.added(cost),
      allowed: cost.allowedNs.map { "≤ \(TextTable.number($0)) ns" } ?? "",
      isMet: cost.verdict == .undecided ? nil : cost.verdict == .within)
  }

  /// What was added, with its interval, and what is doubtful about it.
  private static func added(_ cost: LoopCost) -> String {
    guard let difference = cost.differenceNs else { return "" }
    var text = (difference < 0 ? "" : "+") + "\(TextTable.number(difference)) ns"
    if let low = cost.differenceNsLow, let high = cost.differenceNsHigh {
      text += " (\(TextTable.number(low)) to \(TextTable.number(high)))"
    }
    return cost.verdict == .undecided ? text + ", undecided" : text
  }

  private static func failure(_ cost: LoopCost) -> PairRunner.Failure {
    PairRunner.Failure(description: "\(cost.design): \(cost.reason ?? "not measured")")
  }

  /// The decided one of several processes, or the last: what disturbs one does not last.
  private func cost(of design: String) async throws(PairRunner.Failure) -> LoopCost {
    var cost = try await costOnce(of: design)
    for _ in 1..<effort.loopTries where cost.verdict == .undecided {
      cost = try await costOnce(of: design)
    }
    return cost
  }

  private func costOnce(of design: String) async throws(PairRunner.Failure) -> LoopCost {
    let keepsMainThread =
      catalogue.designs.first { $0.id == design }?.keepsMainThread ?? false
    let arguments =
      ["calibrate-loop"] + (keepsMainThread ? [TrialChild.runLoopFlag] : [])
      + (ToolVersion.isDebugBuild ? ["--allow-debug"] : []) + [design]
    do {
      let result = try await Subprocess.run(
        .path(FilePath(executable)), arguments: Arguments(arguments),
        environment: .inherit.updating(TrialProcess.environment), output: .string(limit: 1 << 16),
        error: .string(limit: 1 << 16))
      guard case .exited(0) = result.terminationStatus else {
        throw PairRunner.Failure(
          description: "\(design): \(result.terminationStatus) \(result.standardError)")
      }
      return try JSONDecoder().decode(LoopCost.self, from: Data(result.standardOutput.utf8))
    } catch let failure as PairRunner.Failure {
      throw failure
    } catch {
      throw PairRunner.Failure(description: "\(design): \(error)")
    }
  }
}
