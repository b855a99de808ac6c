import PublishedDesigns
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowRunner

/// The faults that are found in broken stores, and none in sound ones.
@MainActor
struct VerifierTests {
  private typealias Fault = BrokenDesign.Fault

  private static let settings: VerifySettings = {
    var settings = VerifySettings()
    settings.actions = 60
    settings.interleavings = 3
    // Only a hang reaches it, also in a debug build beside a thousand other tests.
    settings.limitSeconds = 3600
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

  @Test(
    arguments: [("counter", 1), ("counter", 3), ("shop", 3), ("search", 1), ("app", 1), ("app", 3)])
  func `a sound store has no findings`(workload: String, features: Int) async throws {
    let outcome = try await Self.outcome(.none, .steps, workload, features: features)
    #expect(outcome.findings.isEmpty, "\(outcome.findings.map(\.text))")
    let tried = Set(outcome.tried.keys)
    #expect(tried.isSuperset(of: [.state, .settled, .notifications]))
    #expect(tried.contains(.effects) == ["search", "app"].contains(workload))
  }

  @Test func `fewer actions are sent if they cost more`() async throws {
    let counter = try await Self.outcome(.none, .steps, "counter") { $0.actions = 500 }
    let lives = try await Self.outcome(.none, .steps, "lifecycle") { $0.actions = 500 }
    #expect(lives.findings.isEmpty, "\(lives.findings.map(\.text))")
    // A counter has a store that logs its reductions, too.
    #expect(counter.tried[.settled] == 2 * 500 && lives.tried[.settled] == 500 / 50)
  }

  @Test
  func `a check ends after its time, but not before its least number of actions`() async throws {
    let outcome = try await Self.outcome(.none, .steps, "counter") {
      $0.actions = 1_000_000
      $0.leastActions = 150
      $0.omitsBatches = true
      $0.maxNs = 0
    }
    // One store is checked without a log, and one with it.
    #expect(outcome.tried[.state] == 300 && outcome.findings.isEmpty, "\(outcome.tried)")
  }

  @Test(arguments: ["memory", "disk"])
  func `flow has no findings for the app with any views and storage of the default suite`(
    storage: String
  ) async throws {
    let catalogue = Catalogue.standard()
    var settings = VerifySettings()
    // A file is loaded rarely.
    settings.actions = storage == "disk" ? 5_000 : 20
    settings.omitsBatches = true
    let options = [
      "--suite=default", "--workload=app", "--design=flow", "--features=1", "--storage=\(storage)",
    ]
    let plan = try Plan(
      RunOptions.parsed(storage == "disk" ? options + ["--views=none"] : options),
      catalogue: catalogue)
    #expect(plan.scenarios.count >= 3)
    for scenario in plan.scenarios where scenario.completion != .service {
      let scratch = try ScratchDirectory()
      defer { scratch.remove() }
      let outcome = try await Verifier(
        catalogue: catalogue, settings: settings, workDirectory: scratch.path
      ).run(VerifyCase(kind: .steps, scenario: scenario, seed: 1))
      #expect(outcome.findings.isEmpty, "\(scenario.id): \(outcome.findings.map(\.text))")
    }
  }

  @Test(
    arguments: [
      ("losesAction", VerifyFault.actionLost, "it was not"),
      ("doublesAction", .actionDoubled, "it was reduced twice"),
      ("reducesLater", .unsettled, "it was reduced afterwards"),
      ("missesNotification", .notificationMissed, "it was not"),
    ])
  func `a fault of one action is reported with its number`(
    fault: (name: String, kind: VerifyFault, found: String)
  ) async throws {
    let planted = try #require(Fault(rawValue: fault.name))
    let findings = try await Self.outcome(planted, .steps, "counter").findings
    let finding = try #require(findings.first)
    #expect(findings.count == 1, "\(findings.map(\.text))")
    #expect(finding.kind == fault.kind)
    #expect(finding.isError)
    #expect(finding.action == 7)
    #expect(finding.found == fault.found)
    #expect(
      finding.text.hasPrefix("action 7 of counter/single/1/session:1/broken, seed 1: expected "))
  }

  @Test func `the next action distinguishes reordered actions from lost ones`()
    async throws
  {
    let findings = try await Self.outcome(.swapsActions, .steps, "profile").findings
    #expect(findings.map(\.kind) == [.actionsReordered], "\(findings.map(\.text))")
    #expect(findings.first?.action == 7)
    // Additions have the same result in either order: the action is late.
    let late = try await Self.outcome(.swapsActions, .steps, "counter").findings
    #expect([.actionLate, .actionsReordered].contains(late.first?.kind), "\(late.map(\.text))")
  }

  @Test(
    arguments: [
      ("neverNotifies", VerifyFault.neverNotified), ("notifiesLate", .notificationLate),
      ("notifiesTwice", .notificationRepeated), ("notifiesForNothing", .notificationWasted),
    ])
  func `notifications are compared with changes`(
    fault: (name: String, kind: VerifyFault)
  ) async throws {
    let planted = try #require(Fault(rawValue: fault.name))
    let findings = try await Self.outcome(planted, .steps, "counter", features: 3).findings
    #expect(findings.map(\.kind) == [fault.kind], "\(findings.map(\.text))")
    let isNote = ["notifiesTwice", "notifiesForNothing"].contains(fault.name)
    #expect(findings.first?.isError == !isNote)
    #expect(findings.first?.action != nil)
  }

  @Test func `a slice that differs from the state is found by reading it`() async throws {
    let findings = try await Self.outcome(.showsOldState, .steps, "counter").findings
    #expect(findings.map(\.kind) == [.readingDiffers], "\(findings.map(\.text))")
  }

  @Test(
    arguments: [("dropsAnswers", VerifyFault.answerDropped), ("doublesAnswers", .answerDoubled)],
    ["echo", "search"])
  func `immediate answers are counted by their changes`(
    fault: (name: String, kind: VerifyFault), workload: String
  ) async throws {
    let planted = try #require(Fault(rawValue: fault.name))
    let findings = try await Self.outcome(planted, .steps, workload).findings
    let errors = findings.filter(\.isError)
    #expect(errors.first?.kind.claim == .effects || fault.name == "doublesAnswers")
    if errors.isEmpty {
      // An answer that assigns a value can arrive twice.
      #expect(fault.name == "doublesAnswers" && workload == "search")
    } else {
      #expect(errors.map(\.kind) == [fault.kind], "\(findings.map(\.text))")
    }
  }

  @Test func `suspending effects that never suspend are reported`() async throws {
    var catalogue = Catalogue()
    catalogue.add(BrokenDesign(fault: .answersAtOnce))
    var scenario = Scenario.sample("echo", .single, 1, "broken")
    let verifier = Verifier(catalogue: catalogue, settings: Self.settings)
    let immediate = try await verifier.run(VerifyCase(kind: .steps, scenario: scenario, seed: 1))
    #expect(immediate.findings.isEmpty, "\(immediate.findings.map(\.text))")
    scenario.completion = .suspending
    let found = try await verifier.run(VerifyCase(kind: .steps, scenario: scenario, seed: 1))
    #expect(found.findings.map(\.kind) == [.effectsNotAwaited], "\(found.findings.map(\.text))")
    #expect(found.findings.first?.isError == true)
    #expect(found.findings.first?.action == 1)
  }

  @Test(arguments: ["flow", "task", "protocol", "middleware", "task-by-hand"])
  func `designs of this package await work that suspends`(design: String) async throws {
    var scenario = Scenario.sample("echo", .single, 1, design)
    scenario.completion = .suspending
    let outcome = try await Verifier(catalogue: ConformanceTests.catalogue, settings: Self.settings)
      .run(VerifyCase(kind: .steps, scenario: scenario, seed: 1))
    #expect(!outcome.findings.contains { $0.isError })
    #expect(outcome.tried[.effects] != nil)
  }

  @Test(
    arguments: [
      ("none", nil), ("dropsAnswers", VerifyFault.answerDropped),
      ("doublesAnswers", .answerDoubled), ("cancelsNothing", .cancelsNothing),
      ("cancelsSome", .answeredAfterCancellation),
      ("answersAfterCancellation", .answeredAfterCancellation),
    ] as [(String, VerifyFault?)])
  func `faults of effects in flight are reported`(
    fault: (name: String, kind: VerifyFault?)
  ) async throws {
    let planted = try #require(Fault(rawValue: fault.name))
    let isAboutAnswers = fault.kind?.claim == .effects
    // Few answers of search are awaited; all of echo are.
    let workload = isAboutAnswers ? "echo" : "search"
    let outcome = try await Self.outcome(planted, .effects, workload, features: 2) {
      $0.actions = 300
      // The drain time passes only if answers are dropped.
      $0.drainNs = planted == .dropsAnswers ? 2_000_000_000 : 600_000_000_000
    }
    let kinds = outcome.findings.map(\.kind)
    #expect(
      Set(outcome.tried.keys) == (isAboutAnswers ? [.effects] : [.effects, .cancellation]))
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
  func `actions of several workers are counted`(
    fault: (name: String, kind: VerifyFault?)
  ) async throws {
    let planted = try #require(Fault(rawValue: fault.name))
    let findings = try await Self.outcome(planted, .workers, WorkerSelection.workload.id).findings
    #expect(findings.map(\.kind) == (fault.kind.map { [$0] } ?? []), "\(findings.map(\.text))")
  }

  @Test(arguments: [
    ("none", nil, false), ("notifiesForNothing", "notification-wasted: ", false),
    ("notifiesTwice", "notification-repeated: ", false), ("losesAction", "action-lost: ", true),
  ])
  func `the faults of a design are errors and, if strict, notes`(
    fault: String, line: String?, isError: Bool
  ) async throws {
    var catalogue = Catalogue()
    catalogue.add(BrokenDesign(fault: try #require(Fault(rawValue: fault))), for: .counter)
    func faults(strict: Bool) async throws -> [String] {
      try await Verifier.faults(of: "broken", seeds: 1, strict: strict, in: catalogue)
    }
    let (usual, strict) = (try await faults(strict: false), try await faults(strict: true))
    #expect(usual.isEmpty == !isError, "\(usual)")
    #expect(strict.count == (line == nil ? 0 : 1), "\(strict)")
    #expect(strict.first?.hasPrefix(line ?? "") != false, "\(strict)")
  }

  @Test(arguments: ConformanceTests.designs + ConformanceTests.variants)
  func `all claims of every built-in design hold`(design: String) async throws {
    try await Self.expectClaims(of: design, in: ["counter", "shop", "echo", "search", "linger"])
  }

  static func expectClaims(of design: String, in workloads: [String]? = nil) async throws {
    var options = OptionTexts()
    options.set("design", to: [design])
    options.set("workload", to: workloads)
    options.set("seeds", "1")
    let plan = try VerifyPlan(options, catalogue: ConformanceTests.catalogue)
    var settings = Self.settings
    settings.actions = 30
    settings.drainNs = 600_000_000_000
    let verifier = Verifier(catalogue: ConformanceTests.catalogue, settings: settings)
    var record = VerifyRecord(try #require(plan.designs.first))
    for check in record.design.cases { record.add(check, try await verifier.run(check)) }
    let errors = record.findings.filter(\.isError)
    #expect(errors.isEmpty, "\(errors.map(\.text))")
    // Some claims are about other workloads.
    let isWhole = workloads == nil
    #expect(
      !record.rows.contains { $0.verdict == .error || (isWhole && $0.verdict == .notTried) })
    if design == "flow" { #expect(record.findings.isEmpty, "\(record.findings.map(\.text))") }
  }
}
