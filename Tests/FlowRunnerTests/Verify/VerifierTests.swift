import PublishedDesigns
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowRunner

/// Each broken store is found out, and by what is wrong with it; sound ones are not.
@MainActor
struct VerifierTests {
  private typealias Fault = BrokenDesign.Fault

  private static let settings: VerifySettings = {
    var settings = VerifySettings()
    settings.actions = 60
    settings.quietEvery = 20
    settings.interleavings = 3
    return settings
  }()

  private static func outcome(
    _ fault: Fault, _ kind: VerifyCase.Kind, _ workload: String, features: Int = 1,
    topology: Topology = .single, _ change: (inout VerifySettings) -> Void = { _ in }
  ) async throws -> CaseOutcome {
    var catalogue = Catalogue()
    catalogue.add(BrokenDesign(fault: fault))
    var scenario = Scenario.sample(workload, topology, features, "broken")
    if kind == .effects { scenario.completion = .service }
    if kind != .workers { scenario.distribution = .session(users: features) }
    var settings = settings
    change(&settings)
    return try await Verifier(catalogue: catalogue, settings: settings)
      .run(VerifyCase(kind: kind, scenario: scenario, seed: 1))
  }

  @Test(arguments: ["counter", "shop", "search", "app"], [1, 3])
  func `nothing is found of a sound store`(workload: String, features: Int) async throws {
    let outcome = try await Self.outcome(.none, .steps, workload, features: features)
    #expect(outcome.findings.isEmpty, "\(outcome.findings.map(\.text))")
    let tried = Set(outcome.tried.map(\.claim))
    #expect(tried.isSuperset(of: [.state, .settled, .notifications]))
    #expect(tried.contains(.effects) == ["search", "app"].contains(workload))
  }

  @Test(
    arguments: [
      ("losesAction", VerifyFault.actionLost, "it was not"),
      ("doublesAction", .actionDoubled, "it was reduced twice"),
      ("reducesLater", .unsettled, "it was reduced afterwards"),
      ("missesNotification", .notificationMissed, "it was not"),
    ])
  func `what goes wrong with one action is named with its number`(
    fault: (name: String, kind: VerifyFault, found: String)
  ) async throws {
    let planted = try #require(Fault(rawValue: fault.name))
    let findings = try await Self.outcome(planted, .steps, "counter").findings
    let finding = try #require(findings.first)
    #expect(findings.count == 1, "\(findings.map(\.text))")
    #expect(finding.kind == fault.kind)
    #expect(finding.severity == .error)
    #expect(finding.action == 7)
    #expect(finding.found == fault.found)
    #expect(
      finding.text.hasPrefix("action 7 of counter/single/1/session:1/broken, seed 1: expected "))
  }

  @Test func `actions in another order are distinguished from lost ones by the next action`()
    async throws
  {
    let findings = try await Self.outcome(.swapsActions, .steps, "profile").findings
    #expect(findings.map(\.kind) == [.actionsReordered], "\(findings.map(\.text))")
    #expect(findings.first?.action == 7)
    // Additions come to the same in either order: then it is late.
    let late = try await Self.outcome(.swapsActions, .steps, "counter").findings
    #expect([.actionLate, .actionsReordered].contains(late.first?.kind), "\(late.map(\.text))")
  }

  @Test(
    arguments: [
      ("neverNotifies", VerifyFault.neverNotified), ("notifiesLate", .notificationLate),
      ("notifiesTwice", .notificationRepeated), ("notifiesForNothing", .notificationWasted),
    ])
  func `what readers are notified of is held against what changes`(
    fault: (name: String, kind: VerifyFault)
  ) async throws {
    let planted = try #require(Fault(rawValue: fault.name))
    let findings = try await Self.outcome(planted, .steps, "counter", features: 3).findings
    #expect(findings.map(\.kind) == [fault.kind], "\(findings.map(\.text))")
    let isNote = ["notifiesTwice", "notifiesForNothing"].contains(fault.name)
    #expect(findings.first?.severity == (isNote ? .note : .error))
    #expect(findings.first?.action != nil)
  }

  @Test func `a slice that is not the state's is found by reading it`() async throws {
    let findings = try await Self.outcome(.showsOldState, .steps, "counter").findings
    #expect(findings.map(\.kind) == [.readingDiffers], "\(findings.map(\.text))")
  }

  @Test(
    arguments: [("dropsAnswers", VerifyFault.answerDropped), ("doublesAnswers", .answerDoubled)],
    ["echo", "search"])
  func `answers that come at once are counted by what they change`(
    fault: (name: String, kind: VerifyFault), workload: String
  ) async throws {
    let planted = try #require(Fault(rawValue: fault.name))
    let findings = try await Self.outcome(planted, .steps, workload).findings
    let errors = findings.filter { $0.severity == .error }
    #expect(errors.first?.kind.claim == .effects || fault.name == "doublesAnswers")
    if errors.isEmpty {
      // An answer that sets what it says may come twice.
      #expect(fault.name == "doublesAnswers" && workload == "search")
    } else {
      #expect(errors.map(\.kind) == [fault.kind], "\(findings.map(\.text))")
    }
  }

  @Test func `a store whose suspending effects never suspend is named`() async throws {
    var catalogue = Catalogue()
    catalogue.add(BrokenDesign(fault: .answersAtOnce))
    var scenario = Scenario.sample("echo", .single, 1, "broken")
    let verifier = Verifier(catalogue: catalogue, settings: Self.settings)
    let immediate = try await verifier.run(VerifyCase(kind: .steps, scenario: scenario, seed: 1))
    #expect(immediate.findings.isEmpty, "\(immediate.findings.map(\.text))")
    scenario.completion = .suspending
    let found = try await verifier.run(VerifyCase(kind: .steps, scenario: scenario, seed: 1))
    #expect(found.findings.map(\.kind) == [.effectsNotAwaited], "\(found.findings.map(\.text))")
    #expect(found.findings.first?.severity == .error)
    #expect(found.findings.first?.action == 1)
  }

  @Test(arguments: ["flow", "task", "protocol", "middleware", "task-by-hand"])
  func `designs of this package await work that suspends`(design: String) async throws {
    var scenario = Scenario.sample("echo", .single, 1, design)
    scenario.completion = .suspending
    let outcome = try await Verifier(catalogue: ConformanceTests.catalogue, settings: Self.settings)
      .run(VerifyCase(kind: .steps, scenario: scenario, seed: 1))
    #expect(!outcome.findings.contains { $0.severity == .error })
    #expect(outcome.tried.contains { $0.claim == .effects })
  }

  @Test(
    arguments: [
      ("none", nil), ("dropsAnswers", VerifyFault.answerDropped),
      ("doublesAnswers", .answerDoubled), ("cancelsNothing", .cancelsNothing),
      ("cancelsSome", .answeredAfterCancellation),
      ("answersAfterCancellation", .answeredAfterCancellation),
    ] as [(String, VerifyFault?)])
  func `what becomes of effects in flight is named`(
    fault: (name: String, kind: VerifyFault?)
  ) async throws {
    let planted = try #require(Fault(rawValue: fault.name))
    let isAboutAnswers = fault.kind?.claim == .effects
    // Of what users type few answers are waited for; echoes all are.
    let workload = isAboutAnswers ? "echo" : "search"
    let outcome = try await Self.outcome(planted, .effects, workload, features: 2) {
      $0.actions = 300
      // Only who drops answers is waited for so long.
      $0.drainNs = planted == .dropsAnswers ? 2_000_000_000 : 600_000_000_000
    }
    let kinds = outcome.findings.map(\.kind)
    #expect(
      Set(outcome.tried.map(\.claim)) == (isAboutAnswers ? [.effects] : [.effects, .cancellation]))
    if let kind = fault.kind {
      #expect(kinds.contains(kind), "\(outcome.findings.map(\.text))")
    } else {
      #expect(kinds.isEmpty, "\(outcome.findings.map(\.text))")
    }
    #expect(kinds.contains(.cancelsNothing) == (planted == .cancelsNothing))
  }

  @Test(
    arguments: [
      ("none", nil), ("losesAction", VerifyFault.workersLost),
      ("doublesAction", .workersDoubled),
    ] as [(String, VerifyFault?)])
  func `several workers at once are counted`(
    fault: (name: String, kind: VerifyFault?)
  ) async throws {
    let planted = try #require(Fault(rawValue: fault.name))
    let findings = try await Self.outcome(planted, .workers, WorkerSelection.workload.id).findings
    #expect(findings.map(\.kind) == (fault.kind.map { [$0] } ?? []), "\(findings.map(\.text))")
  }

  @Test(arguments: ConformanceTests.designs + ConformanceTests.variants)
  func `every built-in design holds what it claims`(design: String) async throws {
    var options = OptionTexts()
    options.set("design", to: [design])
    options.set("seeds", "1")
    let plan = try VerifyPlan(options, catalogue: ConformanceTests.catalogue)
    var settings = Self.settings
    settings.actions = 30
    settings.drainNs = 600_000_000_000
    let verifier = Verifier(catalogue: ConformanceTests.catalogue, settings: settings)
    var record = VerifyRecord(try #require(plan.designs.first))
    for check in record.design.cases { record.add(check, try await verifier.run(check)) }
    let errors = record.findings.filter { $0.severity == .error }
    #expect(errors.isEmpty, "\(errors.map(\.text))")
    #expect(!record.rows.contains { $0.verdict == .error || $0.verdict == .notTried })
    // The reference is not to cost a view anything, either.
    if design == "flow" { #expect(record.findings.isEmpty, "\(record.findings.map(\.text))") }
  }
}
