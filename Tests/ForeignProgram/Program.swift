import FlowBenchCLI
import Foundation
import PublishedDesigns

/// A program of another package, with correct and incorrect stores.
///
/// The environment selects a fault of the registration; see ``Fault``.
@main
struct Program: FlowBenchProgram {
  static func register(in catalogue: inout Catalogue) {
    if Fault.current == .broken {
      for work in BrokenWork.allCases { catalogue.add(BrokenWorkDesign(work: work)) }
      for fault in BrokenAnswers<TallyFeature>.Fault.allCases {
        catalogue.add(BrokenAnswersDesign(fault: fault))
      }
      for fault in BrokenParent<TallyFeature>.Fault.allCases {
        catalogue.add(BrokenChildDesign(fault: fault))
      }
      for fault in BrokenMiddlewareDesign.Fault.allCases {
        catalogue.add(BrokenMiddlewareDesign(fault: fault))
      }
      return
    }
    if let fault = Fault.current, fault.isMeasured { return addCarts(to: &catalogue, fault) }
    if let fault = Fault.current, fault.isReduced { return addReducedCarts(to: &catalogue, fault) }
    if Fault.current != .alone { catalogue.addPublishedDesigns() }
    add(ForeignDesign("mine", Quiet.self), to: &catalogue)
    add(ForeignDesign("chatty", Chatty.self), to: &catalogue)
    add(ForeignDesign("crashing", Crashing.self), to: &catalogue)
    add(ForeignDesign("stuck", Stuck.self), to: &catalogue)
    add(ForeignDesign("deaf", Deaf.self), to: &catalogue)
    add(RestlessDesign(), to: &catalogue)
    add(ComparingDesign(), to: &catalogue)
    add(ThrowingDesign(), to: &catalogue)
    add(CallbackDesign(), to: &catalogue)
    add(CoalescingDesign(), to: &catalogue)
    add(OwnEffectsDesign(), to: &catalogue)
    add(MainActorDesign(), to: &catalogue)
    // A design that the child process of a trial lacks.
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
    default: break
    }
  }

  private static let tally = Workload(id: "tally", summary: "counts what comes") { _ in
    TallyFeature()
  }

  /// Adds a design for all workloads, and for one of this program.
  @MainActor
  private static func add<D: StoreDesign>(_ design: D, to catalogue: inout Catalogue) {
    catalogue.add(design)
    catalogue.add(design, for: tally)
  }
}

/// A fault of the registration.
enum Fault: String {
  /// A design of this program is registered twice.
  case doubled
  /// A design of FlowBench is registered again.
  case taken
  /// An id has characters that options and files do not support.
  case unprintable
  /// A workload sends actions that a store refuses.
  case refused
  /// No fault; the program has its own stores only.
  case alone
  /// The stores of `BrokenWork` alone.
  case broken
  /// Measured stores alone: correct ones, a name that is used twice, no actions, or others.
  case measured, measuredTwice, measuredWithoutActions, measuredWithOtherActions

  /// A reducer with published designs and measured stores; a store is added before it.
  case reduced, reducedLate

  var isMeasured: Bool { rawValue.hasPrefix("measured") }
  var isReduced: Bool { rawValue.hasPrefix("reduced") }

  static let current = ProcessInfo.processInfo.environment["FOREIGN_REGISTRATION"]
    .flatMap(Fault.init)
}
