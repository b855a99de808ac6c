import FlowCore
public import Workloads

// Middlewares that let every action pass: one store of one module, made with as many as the
// scenario says. With none, the design's ordinary entry is what is measured.

extension Catalogue {
  /// Adds, for a design that has middlewares, a module's workload with any number of them.
  ///
  /// - Parameters:
  ///   - design: Already registered for the workload without middlewares, in the same shape.
  ///   - workload: A module without effects.
  ///   - count: How many this is for, when each number makes a store of another type; else any.
  ///   - make: Makes the store of a module with a number of middlewares, at least 1; each must look
  ///     at the action, as `RemarkingFeature.remark(on:)` does, and answer nothing.
  public mutating func registerMiddlewares<S: SynchronousStore>(
    design: DesignDescription, workload: Workload<S.F>, count: Int? = nil,
    make: @escaping @MainActor (S.F, _ count: Int) -> S
  ) where S.F: LeafFeature {
    let count = count.map { MiddlewareCount.exactly($0) } ?? .any
    add(design, workload.description, .single, S.notification, middlewares: count) { context in
      context.parts(feature: workload.make) {
        TrialSubject.driving($0, store: make($0.feature, context.scenario.middlewares))
      }
    }
  }

  /// As above, for a design whose `send` suspends.
  public mutating func registerMiddlewares<S: SuspendingStore>(
    design: DesignDescription, workload: Workload<S.F>, count: Int? = nil,
    make: @escaping @MainActor (S.F, _ count: Int) -> S
  ) where S.F: LeafFeature {
    let count = count.map { MiddlewareCount.exactly($0) } ?? .any
    add(design, workload.description, .single, S.notification, middlewares: count) { context in
      context.parts(feature: workload.make) {
        TrialSubject.driving($0, store: make($0.feature, context.scenario.middlewares))
      }
    }
  }

  /// The designs of this package that have middlewares, with the modules that need none.
  mutating func registerPassingMiddlewares() {
    registerFlowMiddlewares(.counter)
    registerFlowMiddlewares(.favorites)
    registerMiddlewares(design: .middleware, workload: .counter) {
      MiddlewareAdapter($0, middlewares: $0.passingMiddlewares($1))
    }
    registerMiddlewares(design: .middleware, workload: .favorites) {
      MiddlewareAdapter($0, middlewares: $0.passingMiddlewares($1))
    }
    registerMiddlewares(design: .`protocol`, workload: .counter) {
      ProtocolAdapter($0, middlewares: $0.passingActionMiddlewares($1))
    }
    registerMiddlewares(design: .`protocol`, workload: .favorites) {
      ProtocolAdapter($0, middlewares: $0.passingActionMiddlewares($1))
    }
  }
}
