import FlowBenchCLI
import Foundation

/// What somebody else writes: a few stores for a workload that is there and for one of their own.
///
/// Which of them misbehaves is decided by which is asked for. What is wrong with the registration
/// itself is decided by the environment, which is what nobody should do: see ``Fault``.
@main
struct Program: FlowBenchProgram {
  static var includesPublishedStores: Bool { Fault.current != .alone }

  static func register(in catalogue: inout Catalogue) {
    add("mine", Quiet.self, to: &catalogue)
    add("chatty", Chatty.self, to: &catalogue)
    add("crashing", Crashing.self, to: &catalogue)
    add("stuck", Stuck.self, to: &catalogue)
    catalogue.registerShared(QuietShared.self, design: description("mine"))
    catalogue.registerShared(ChattyShared.self, design: description("chatty"))
    // The child of a trial has another command line than its parent.
    if CommandLine.arguments.dropFirst().first?.hasSuffix("trial") != true {
      add("shy", Quiet.self, to: &catalogue)
      catalogue.registerShared(QuietShared.self, design: description("shy"))
    }
    switch Fault.current {
    case .doubled:
      catalogue.register(
        ForeignStore<TallyFeature, Quiet>.self,
        design: DesignDescription(id: "mine", summary: "another one"), workload: tally)
    case .taken:
      catalogue.register(
        ForeignStore<TallyFeature, Quiet>.self,
        design: DesignDescription(id: "flow", summary: "not theirs"), workload: tally)
    case .unprintable: add("My,\nstore", Quiet.self, to: &catalogue)
    case .alone, nil: break
    }
  }

  private static let tally = Workload(id: "tally", summary: "counts what comes") { _ in
    TallyFeature()
  }

  private static func description(_ id: String) -> DesignDescription {
    DesignDescription(id: id, summary: "a store of somebody else's")
  }

  /// Adds a design that has a habit, for both workloads.
  @MainActor
  private static func add<H: Habit>(_ id: String, _ habit: H.Type, to catalogue: inout Catalogue) {
    let design = description(id)
    if let counter = catalogue.workloads.first(where: { $0.id == "counter" }) {
      catalogue.register(
        ForeignStore<CounterFeature, H>.self, design: design,
        workload: Workload(id: counter.id, summary: counter.summary) { _ in CounterFeature() })
    }
    catalogue.register(ForeignStore<TallyFeature, H>.self, design: design, workload: tally)
  }
}

/// What is wrong with the registration.
enum Fault: String {
  /// A design of this program is registered twice.
  case doubled
  /// A design of FlowBench is registered again.
  case taken
  /// An id has characters that options and files do not.
  case unprintable
  /// Nothing is: the program holds its own stores alone.
  case alone

  static let current = ProcessInfo.processInfo.environment["FOREIGN_REGISTRATION"]
    .flatMap(Fault.init)
}
