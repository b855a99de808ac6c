import FlowCore
import FlowTesting
import Workloads

// Effects that take time: a module at a service desk, in the designs whose effects can be waited
// for by their shape. Published shapes are bound to the main actor; `flow` belongs to whichever
// actor it is made on.

/// A module at the desk of a load.
typealias AtDesk<F: LeafFeature> = Served<F, EffectDesk>

extension Catalogue {
  /// Adds every module whose effects can take time.
  mutating func registerEffects() {
    registerEffects(.echo) { _ in false }
    registerEffects(.search) { action in if case .search = action { true } else { false } }
  }

  private mutating func registerEffects<F: LeafFeature>(
    _ workload: Workload<F>, cancelsOlder: @escaping @Sendable (F.Action) -> Bool
  ) {
    let module = EffectModule(workload: workload, cancelsOlder: cancelsOlder)
    addFlow(module)
    addSynchronous(.task, module, TaskAdapter<AtDesk<F>>.self)
    addSuspending(.middleware, module, MiddlewareAdapter<AtDesk<F>>.self)
    addSuspending(.`protocol`, module, ProtocolAdapter<AtDesk<F>>.self)
  }

  private mutating func addFlow<F: LeafFeature>(_ module: EffectModule<F>) {
    add(.flow, module, .single, isMovable: true) { request in
      guard request.scenario.features > 1 else {
        return module.movable(request, module.alone) { feature, _, isolation in
          FlowServedAdapter(feature, isolation: isolation)
        }
      }
      return module.movable(request, module.copies) { feature, _, isolation in
        FlowServedAdapter(feature, isolation: isolation)
      }
    }
    add(.flow, module, .perFeature, isMovable: true) { request in
      module.movable(request, module.copies) { feature, _, isolation in
        var stores: [FlowServedAdapter<AtDesk<F>>] = []
        for _ in 0..<feature.count {
          stores.append(FlowServedAdapter(feature.base, isolation: isolation))
        }
        return PerFeature(stores)
      }
    }
    add(.flow, module, .grouped, isMovable: true) { request in
      module.movable(request, module.copies) { feature, request, isolation in
        Grouped(feature, groups: request.scenario.groups) {
          FlowServedAdapter($0, isolation: isolation)
        }
      }
    }
  }

  private mutating func addSynchronous<F: LeafFeature, S: SynchronousModuleStore>(
    _ design: DesignDescription, _ module: EffectModule<F>, _ type: S.Type
  ) where S.F == AtDesk<F> {
    add(design, module, .single, isMovable: false) { request in
      guard request.scenario.features > 1 else {
        return module.synchronous(request, module.alone) { S($0) }
      }
      return module.synchronous(request, module.copies) { S.Many($0) }
    }
    add(design, module, .perFeature, isMovable: false) { request in
      module.synchronous(request, module.copies) { feature in
        PerFeature((0..<feature.count).map { _ in S(feature.base) })
      }
    }
    add(design, module, .grouped, isMovable: false) { request in
      module.synchronous(request, module.copies) { feature in
        Grouped(feature, groups: request.scenario.groups) { S.Many($0) }
      }
    }
  }

  private mutating func addSuspending<F: LeafFeature, S: SuspendingModuleStore>(
    _ design: DesignDescription, _ module: EffectModule<F>, _ type: S.Type
  ) where S.F == AtDesk<F> {
    add(design, module, .single, isMovable: false) { request in
      guard request.scenario.features > 1 else {
        return module.suspending(request, module.alone) { S($0) }
      }
      return module.suspending(request, module.copies) { S.Many($0) }
    }
    add(design, module, .perFeature, isMovable: false) { request in
      module.suspending(request, module.copies) { feature in
        SuspendingPerFeature((0..<feature.count).map { _ in S(feature.base) })
      }
    }
    add(design, module, .grouped, isMovable: false) { request in
      module.suspending(request, module.copies) { feature in
        SuspendingGrouped(feature, groups: request.scenario.groups) { S.Many($0) }
      }
    }
  }

  private mutating func add<F: LeafFeature>(
    _ design: DesignDescription, _ module: EffectModule<F>, _ topology: Topology,
    isMovable: Bool, parts: @escaping @MainActor (LoadRequest) -> EffectParts
  ) {
    addEffects(
      EffectEntry(isMovable: isMovable, parts: parts), design: design,
      workload: module.workload.description, topology: topology)
  }
}
