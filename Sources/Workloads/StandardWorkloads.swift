/// The list of this package's workloads.
public enum StandardWorkloads {
  /// Visits each workload, in the order of the list.
  @inlinable public static func visit<V: WorkloadVisitor>(_ visitor: inout V) {
    visitor.visit(Workload.counter)
    visitor.visit(Workload.timer)
    visitor.visit(Workload.primes)
    visitor.visit(Workload.profile)
    visitor.visit(Workload.login)
    visitor.visit(Workload.notes)
    visitor.visit(Workload.shop)
    visitor.visit(Workload.search)
    visitor.visitApp()
    visitor.visit(Workload.favorites)
    visitor.visit(Workload.echo)
    visitor.visit(Workload.linger)
    for size in Workload<CrunchFeature>.sizes { visitor.visit(Workload.crunch(size)) }
    for size in Workload<NumbersFeature>.sizes { visitor.visit(Workload.numbers(size)) }
  }
}

/// A visitor of workloads, each with its type.
public protocol WorkloadVisitor {
  /// Visits a module.
  mutating func visit<F: LeafFeature>(_ workload: Workload<F>)
  /// Visits a module with middlewares that look at its actions.
  mutating func visit<F: ObservingFeature>(_ workload: Workload<F>)
  /// Visits a module whose work can take time.
  mutating func visit<F: LatentFeature>(_ workload: Workload<F>)
  /// Visits the module whose work stays in flight until it is cancelled.
  mutating func visit(_ workload: Workload<LingerFeature>)
  /// Visits the app of several kinds of modules, `AppFeature`.
  mutating func visitApp()
}
