public import FlowDesigns
import FlowFloor
public import FlowHarness
public import SettlingDesigns
public import SuspendingDesigns
public import SynchronousDesigns
public import Workloads

extension Catalogue {
  /// The harness's `floor` and the designs of this package, each with every workload and topology.
  public static func standard() -> Catalogue {
    var catalogue = Catalogue()
    catalogue.addFloor()
    catalogue.addPublishedDesigns()
    return catalogue
  }

  /// Adds the designs of this package for every workload of the list.
  public mutating func addPublishedDesigns() {
    var adder = PublishedDesignAdder(catalogue: self)
    adder.visitPublishedDesigns()
    self = adder.catalogue
  }

  /// Adds the designs of this package for one workload, which need not be in the list.
  @inlinable
  public mutating func addPublishedDesigns<F: LeafFeature>(for workload: Workload<F>) {
    var adder = PublishedDesignWorkloadAdder(catalogue: self, workload: workload)
    adder.visitPublishedDesigns()
    self = adder.catalogue
  }
}

/// Is shown the designs of this package, each with its type.
@MainActor
@usableFromInline
protocol PublishedDesignVisitor {
  /// - Parameter add: Adds the design for all workloads, compiled in its own target.
  mutating func visit<D: StoreDesign>(_ design: D, _ add: @MainActor (inout Catalogue) -> Void)
}

extension PublishedDesignVisitor {
  /// The designs of this package, in the order of the tables: one file each, and one line here.
  @inlinable
  mutating func visitPublishedDesigns() {
    visit(ReturningDesign(), ReturningDesign.add)
    visit(ObservableDesign(), ObservableDesign.add)
    visit(MiddlewareDesign(), MiddlewareDesign.add)
    visit(InoutDesign(), InoutDesign.add)
    visit(EffectDesign(), EffectDesign.add)
    visit(CommandDesign(), CommandDesign.add)
    visit(PublisherDesign(), PublisherDesign.add)
    visit(TaskDesign(), TaskDesign.add)
    visit(ProtocolDesign(), ProtocolDesign.add)
    visit(ActorDesign(), ActorDesign.add)
    visit(MutexDesign(), MutexDesign.add)
    visit(FlowDesign(), FlowDesign.add)
    visit(FlowAsyncDesign(), FlowAsyncDesign.add)
    visit(FlowTrackedDesign(), FlowTrackedDesign.add)
    visit(FlowHistoryDesign(), FlowHistoryDesign.add)
    visit(FlowUndoDesign(), FlowUndoDesign.add)
    visit(FlowTracedDesign(), FlowTracedDesign.add)
    visit(FlowReplayedDesign(), FlowReplayedDesign.add)
    visit(BareTaskDesign(), BareTaskDesign.add)
  }
}

/// Adds each design for all workloads.
@MainActor
private struct PublishedDesignAdder: PublishedDesignVisitor {
  var catalogue: Catalogue

  mutating func visit<D: StoreDesign>(_ design: D, _ add: @MainActor (inout Catalogue) -> Void) {
    add(&catalogue)
  }
}

/// Adds each design for one workload.
@MainActor
@usableFromInline
struct PublishedDesignWorkloadAdder<F: LeafFeature>: PublishedDesignVisitor {
  @usableFromInline var catalogue: Catalogue
  @usableFromInline let workload: Workload<F>

  @inlinable
  init(catalogue: Catalogue, workload: Workload<F>) {
    self.catalogue = catalogue
    self.workload = workload
  }

  @inlinable
  mutating func visit<D: StoreDesign>(_ design: D, _ add: @MainActor (inout Catalogue) -> Void) {
    catalogue.add(design, for: workload)
  }
}
