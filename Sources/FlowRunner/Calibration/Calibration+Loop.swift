import FlowHarness
import FlowResults
import Foundation
import Measurement
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
    let name = "\(steps) steps, asked: by hand"
    do {
      let costs = try await costs(of: KnownWork.spin(steps: steps).id)
      guard let hand = SortedSamples(costs.compactMap(\.handNs)).median else {
        throw PairRunner.Failure(description: "\(name): no time was measured")
      }
      let driver = SortedSamples(costs.compactMap(\.driverNs)).median
      return .near(.work, name, "ns", asked: hand, measured: driver, within: 0.01)
    } catch {
      return .failed(.work, name, because: "\(error)")
    }
  }

  private func loop(_ design: String) async -> CalibrationRow {
    let costs: [LoopCost]
    do { costs = try await self.costs(of: design) } catch {
      return .failed(.loop, design, because: error.description)
    }
    let hand = SortedSamples(costs.compactMap(\.handNs)).median
    let added = SortedSamples(costs.compactMap(\.differenceNs))
    let allowed = LoopCost.allowedNs(handNs: hand)
    var row = CalibrationRow(
      section: .loop, name: design, unit: "ns", asked: hand,
      measured: SortedSamples(costs.compactMap(\.driverNs)).median, error: "not measured",
      allowed: "≤ \(TextTable.number(allowed)) ns", isMet: false)
    if let median = added.median, let least = added.min, let most = added.max {
      row.error =
        (median < 0 ? "" : "+") + TextTable.number(median) + " ns"
        + " (\(TextTable.number(least)) to \(TextTable.number(most)))"
      row.isMet = median <= allowed
    }
    return row
  }

  /// What several processes found: code and heap lie elsewhere in each, and a design may have two
  /// speeds there. Their median counts.
  private func costs(of design: String) async throws(PairRunner.Failure) -> [LoopCost] {
    var costs: [LoopCost] = []
    for _ in 0..<effort.loopProcesses {
      let cost = try await cost(of: design)
      guard cost.driverNs != nil else {
        throw PairRunner.Failure(description: "\(design): \(cost.reason ?? "not measured")")
      }
      costs.append(cost)
    }
    return costs
  }

  private func cost(of design: String) async throws(PairRunner.Failure) -> LoopCost {
    let keepsMainThread =
      catalogue.designs.first { $0.id == design }?.keepsMainThread ?? false
    let arguments =
      ["calibrate-loop"] + (keepsMainThread ? [TrialChild.runLoopFlag] : [])
      + (ToolVersion.isDebugBuild ? ["--allow-debug"] : []) + [design]
    do {
      let result = try await Subprocess.run(
        .path(FilePath(executable)), arguments: Arguments(arguments),
        environment: .inherit.updating(TalkingProcess.measuring), output: .string(limit: 1 << 16),
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
