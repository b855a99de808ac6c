import FlowHarness
import FlowResults
import Measurement

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
    return await row(
      .work, "\(steps) steps, asked: by hand", of: KnownWork.spin(steps: steps).id,
      refusesLess: true)
  }

  private func loop(_ design: String) async -> CalibrationRow {
    await row(.loop, design, of: design, refusesLess: false)
  }

  /// As many processes as every design gets, and more while they do not agree.
  private func row(
    _ section: CalibrationRow.Section, _ name: String, of design: String, refusesLess: Bool
  ) async -> CalibrationRow {
    do {
      var costs: [LoopCost] = []
      var found = LoopCosts([], refusesLess: refusesLess)
      while costs.count < effort.loopProcesses
        || (found.isMet == nil && costs.count < effort.loopProcesses * LoopCosts.maxTimesMore)
      {
        costs.append(try await cost(of: design))
        found = LoopCosts(costs, refusesLess: refusesLess)
      }
      return found.row(section, name)
    } catch {
      return .failed(section, name, because: error.description)
    }
  }

  private func cost(of design: String) async throws(PairRunner.Failure) -> LoopCost {
    let child = ChildProcess(
      executable: executable,
      keepsMainThread: catalogue.designs.first { $0.id == design }?.keepsMainThread ?? false)
    let ending = await child.run(LoopTask.self, LoopTask.Request(design: design)) { _ in }
    guard case .finished(let cost) = ending, cost.driverNs != nil else {
      var reason = ending.failure
      if case .finished(let cost) = ending { reason = cost.reason }
      throw PairRunner.Failure(description: "\(design): \(reason ?? "not measured")")
    }
    return cost
  }
}
