public import FlowHarness
public import Workloads

/// A class that somebody wrote for one feature, whose readers are tracked by Observation: what such a
/// reader costs at least.
///
/// Each is driven as a store by itself, and none is generic, so that nothing lies between the driver's
/// loop and the registrar. Only readers of the feature's slot are tracked, as those of `flow-tracked` are.
@usableFromInline protocol ObservableByHand: SynchronousStore {
  init(_ feature: F)
}

extension ObservableByHand {
  @inlinable static var notification: NotificationStyle { .tracking }
}

/// `observable-by-hand` for the feature of one class.
@usableFromInline struct ObservableByHandDesign<Store: ObservableByHand>: FeatureDesign
where Store.F: LeafFeature {
  @usableFromInline typealias F = Store.F

  @usableFromInline let description = DesignDescription(
    id: "observable-by-hand",
    summary: "no store: a class written for one state, its readers tracked by Observation",
    questions: [.variants, .oneView])

  @inlinable func plug<S: StoreSocket>(into socket: S) -> S.Plugged where S.F == F {
    socket.plug { Store($0) }
  }
}

/// The classes, each with its workload.
@MainActor
package enum ObservableByHandDesigns {
  /// Adds them; their loops are compiled here.
  @inline(never)
  package static func add(to catalogue: inout Catalogue) {
    catalogue.add(ObservableByHandDesign<ObservableCounterStore>(), for: .counter)
    catalogue.add(ObservableByHandDesign<ObservableFavoritesStore>(), for: .favorites)
  }
}
