public import Workloads

/// A store without its type, and the actions sent to it.
@usableFromInline
final class ExploredStore<F: ServedFeature> {
  /// Reads the state of the store.
  let reader: StoreReader
  private let store: (F.Action) -> Void
  private(set) var sent: [F.Action] = []

  @inlinable
  convenience init<S: SynchronousStore<F>>(_ store: S) {
    let memory = StoreArray(of: store)
    self.init(StoreReader(memory)) { action in
      defer { withExtendedLifetime(memory) {} }
      memory.base.pointee.send(action)
    }
  }

  @usableFromInline
  init(_ reader: StoreReader, send store: @escaping (F.Action) -> Void) {
    self.reader = reader
    self.store = store
  }

  /// Sends an action with a new id.
  func send(_ action: F.Action, _ feature: F, _ service: EffectService) {
    let now = service.time.nowNs()
    var action = action
    feature.stamp(&action, service.open(intendedNs: now, startedNs: now))
    sent.append(action)
    store(action)
  }
}
