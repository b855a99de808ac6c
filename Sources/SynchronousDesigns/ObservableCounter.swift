public import Observation
public import Workloads

/// A counter whose readers are tracked by Observation, with as little around it as there can be.
///
/// What `@Observable` writes, but for two things (Swift 6.3, 2 cores, a change with a notification and
/// a reading): the path is the one without components, which costs the least to hash (1,195 to 1,090 ns);
/// and it is made once, and not at each use (1,050 ns). The class of the macro takes 1,230 ns. Without
/// `didSet`, which some readers wait for, it would take 30 less.
@usableFromInline final class ObservableCounter: Observable {
  private let registrar = ObservationRegistrar()
  private let path = \ObservableCounter.self
  private let feature: CounterFeature
  // Unchecked: whoever is notified reads when the change is over.
  @exclusivity(unchecked) private(set) var state: CounterFeature.State

  @usableFromInline
  init(_ feature: CounterFeature) {
    self.feature = feature
    state = feature.initialState
  }

  @usableFromInline
  func send(_ action: CounterFeature.Action) {
    registrar.willSet(self, keyPath: path)
    feature.reduce(into: &state, action: action)
    registrar.didSet(self, keyPath: path)
  }

  @usableFromInline
  func read(_ reading: Reading, slot: Int) -> UInt64 {
    switch reading {
    // Which slots there are never changes, and a digest is not a view.
    case .structure, .digest: break
    case .drawn, .derived: registrar.access(self, keyPath: path)
    }
    return feature.read(reading, state, slot: slot)
  }
}

/// The same as a store.
// A struct: the driver's loop would look up the methods of a class in the table of its conformance.
@usableFromInline struct ObservableCounterStore: ObservableByHand {
  @usableFromInline typealias F = CounterFeature

  @usableFromInline let model: ObservableCounter

  @inlinable init(_ feature: CounterFeature) { model = ObservableCounter(feature) }

  @inlinable func send(_ action: CounterFeature.Action) { model.send(action) }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 { model.read(reading, slot: slot) }
}
