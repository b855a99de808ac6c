import Platform
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// The drawings of views in a trial are compared with those of the floor, so that a store that omits
/// notifications is not the fastest.
@MainActor
struct TrialViewTests {
  private func outcome(
    of fault: BrokenDesign.Fault, _ views: ViewShape = .ownSlice, workload: String = "counter"
  ) async throws -> TrialOutcome {
    var catalogue = Catalogue()
    catalogue.add(BrokenDesign(fault: fault))
    let scenario = Scenario.sample(workload, .single, 3, "broken").watched(by: views, 3)
    let parts = try catalogue.parts(of: .sample(scenario, seed: 3))
    // No pause in a sample of 1 ms.
    let settings = TrialSettings(
      verificationActions: 40, warmUpNs: 1000, sampleNs: 1000, samples: 1, leastActions: 1,
      fastActions: 1,
      maximumActions: 100, countedActions: 100, limitSeconds: 100)
    let request = TrialRequest(
      scenario: scenario, pass: .timing, round: 0, seed: 3, settings: settings,
      workDirectory: "", fault: nil)
    var driver = TrialDriver(
      request, subject: parts.subject, expectedDigests: parts.expectedDigests,
      expectedViews: parts.expectedViews, clock: ClockQuality(stepNs: 20, costNs: 25))
    return await driver.time()
  }

  @Test(arguments: [ViewShape.ownSlice, .reader, .manySlices], ["counter", "app"])
  func `views of a sound store draw what the floor's do`(
    views: ViewShape, workload: String
  ) async throws {
    let outcome = try await outcome(of: .none, views, workload: workload)
    #expect(outcome.isValid, "\(outcome.reason ?? "")")
  }

  @Test(arguments: [BrokenDesign.Fault.neverNotifies, .showsOldState])
  func `a view that is never notified, or reads what was, voids the trial`(
    fault: BrokenDesign.Fault
  ) async throws {
    let outcome = try await outcome(of: fault)
    #expect(!outcome.isValid)
    #expect(
      outcome.reason == "wrong views: 3 of 3 draw another state than the floor's",
      "\(outcome.reason ?? "")")
  }

  @Test func `redundant notifications are valid`() async throws {
    for fault in [BrokenDesign.Fault.notifiesTwice, .notifiesForNothing] {
      let outcome = try await outcome(of: fault)
      #expect(outcome.isValid, "\(outcome.reason ?? "")")
    }
  }

  @Test func `the fold counts what its views have new to draw`() {
    let input = TrialInput(
      feature: Copies(CounterFeature(), count: 5), distribution: .first, seed: 3,
      views: ViewShape.ownSlice.observers(5, slots: 5))
    // Every action changes the first counter.
    let views = plainFoldViews(input, after: 200)
    #expect(views.redraws == 200 && views.drawn.count == 5)
    #expect(Set(views.drawn.dropFirst()).count == 1)
  }
}
