/// The list of this package's workloads.
public enum StandardWorkloads {
  /// Visits each workload, in the order of the list.
  @inlinable public static func visit<V: WorkloadVisitor>(_ visitor: inout V) {
    visitor.visitCopies(of: Workload.counter)
    visitor.visit(Workload.timer)
    visitor.visit(Workload.primes)
    visitor.visit(Workload.profile)
    visitor.visit(Workload.login)
    visitor.visit(Workload.notes)
    visitor.visitCopies(of: Workload.shop)
    visitor.visit(Workload.search)
    visitor.visitApp()
    visitor.visitCopies(of: Workload.favorites)
    visitor.visit(Workload.echo)
    visitor.visit(Workload.linger)
    visitor.visit(Workload.lifecycle)
    for size in Workload<CrunchFeature>.sizes { visitor.visit(Workload.crunch(size)) }
    for operation in RowsFeature.Operation.allCases {
      for size in Workload<RowsFeature>.sizes {
        visitor.visitCopies(of: Workload.rows(operation, size))
      }
    }
  }
}

/// A visitor of workloads, each with its type.
///
/// A module that is measured in one store only costs a fraction of the code of one whose copies are
/// measured in every topology.
public protocol WorkloadVisitor {
  /// Visits a module of which copies are measured in every topology.
  mutating func visitCopies<F: LeafFeature>(of workload: Workload<F>)
  /// Visits a module of which copies are measured in every topology, with middlewares that look at
  /// its actions.
  mutating func visitCopies<F: ObservingFeature>(of workload: Workload<F>)
  /// Visits a module that is measured in one store.
  mutating func visit<F: LeafFeature>(_ workload: Workload<F>)
  /// Visits a module with middlewares that look at its actions.
  mutating func visit<F: ObservingFeature>(_ workload: Workload<F>)
  /// Visits a module whose work can take time.
  mutating func visit<F: LatentFeature>(_ workload: Workload<F>)
  /// Visits the module whose work stays in flight until it is cancelled.
  mutating func visit(_ workload: Workload<LingerFeature>)
  /// Visits the module whose actions are the lives of stores.
  mutating func visit(_ workload: Workload<LifecycleFeature>)
  /// Visits the app of several kinds of modules, `AppFeature`.
  mutating func visitApp()
}

extension WorkloadVisitor {
  /// Visits the module as one that is measured in one store.
  @inlinable public mutating func visitCopies<F: LeafFeature>(of workload: Workload<F>) {
    visit(workload)
  }
}
