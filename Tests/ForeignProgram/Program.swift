import FlowBenchCLI
import Foundation
import PublishedDesigns

/// What somebody else writes: a few stores for a workload that is there and for one of their own.
///
/// Which of them misbehaves is decided by which is asked for. What is wrong with the registration
/// itself is decided by the environment, which is what nobody should do: see ``Fault``.
@main
struct Program: FlowBenchProgram {
  static func register(in catalogue: inout Catalogue) {
    if Fault.current != .alone { catalogue.addPublishedDesigns() }
    add(ForeignDesign("mine", Quiet.self), to: &catalogue)
    add(ForeignDesign("chatty", Chatty.self), to: &catalogue)
    add(ForeignDesign("crashing", Crashing.self), to: &catalogue)
    add(ForeignDesign("stuck", Stuck.self), to: &catalogue)
    add(ForeignDesign("deaf", Deaf.self), to: &catalogue)
    add(RestlessDesign(), to: &catalogue)
    add(ThrowingDesign(), to: &catalogue)
    add(CallbackDesign(), to: &catalogue)
    add(CoalescingDesign(), to: &catalogue)
    add(OwnEffectsDesign(), to: &catalogue)
    add(MainActorDesign(), to: &catalogue)
    // The child of a trial has another command line than its parent.
    if CommandLine.arguments.dropFirst().first != "child" {
      add(ForeignDesign("shy", Quiet.self), to: &catalogue)
    }
    switch Fault.current {
    case .doubled:
      catalogue.add(ForeignDesign("mine", Quiet.self, summary: "another one"), for: tally)
    case .taken:
      catalogue.add(ForeignDesign("flow", Quiet.self, summary: "not theirs"), for: tally)
    case .unprintable: catalogue.add(ForeignDesign("My,\nstore", Quiet.self), for: tally)
    case .refused:
      catalogue.add(
        ThrowingDesign(),
        for: Workload(id: "refused", summary: "asks for what it does not accept") { _ in
          TallyFeature(limit: 0)
        })
    case .alone, nil: break
    }
  }

  private static let tally = Workload(id: "tally", summary: "counts what comes") { _ in
    TallyFeature()
  }

  /// Adds a design for all workloads, and for one that FlowBench does not have.
  @MainActor
  private static func add<D: StoreDesign>(_ design: D, to catalogue: inout Catalogue) {
    catalogue.add(design)
    catalogue.add(design, for: tally)
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
  /// A workload asks a store for what it refuses.
  case refused
  /// Nothing is: the program holds its own stores alone.
  case alone

  static let current = ProcessInfo.processInfo.environment["FOREIGN_REGISTRATION"]
    .flatMap(Fault.init)
}
