public import Workloads

/// No store at all: a value that reduces its feature's state in place. The lower bound of every
/// ratio, and the fold that the end of every other store is held against.
///
/// An action costs what its reducer costs and nothing else, because the feature is a generic
/// parameter, the state is changed where it lies, and nobody is notified. It cannot do what a store
/// is for: be shared, be observed, or be sent to from its own effects.
public struct Floor<F: Feature>: SynchronousStore {
  @usableFromInline let feature: F
  /// What the actions so far have made of the initial state.
  public var state: F.State

  /// Nothing has happened.
  @inlinable public init(_ feature: F) {
    self.feature = feature
    state = feature.initialState
  }

  /// Reduces `action`, then does the work that it asks for and reduces the answer, until there is
  /// none.
  @inlinable public mutating func send(_ action: F.Action) {
    feature.reduce(into: &state, action: action)
    if let request = feature.request(for: action, after: state) { settle(request) }
  }

  // Not inlined: the rare part would push the reduction out of its caller's loop.
  @inlinable
  @inline(never)
  mutating func settle(_ first: F.Request) {
    var next: F.Request? = first
    while let request = next {
      guard let answer = feature.perform(request) else { return }
      feature.reduce(into: &state, action: answer)
      next = feature.request(for: answer, after: state)
    }
  }

  /// Reads one slot of the state.
  @inlinable public func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, state, slot: slot)
  }

  /// The digest of the whole state.
  @usableFromInline var digest: UInt64 {
    combineSlots(feature.slotCount) { read(.digest, slot: $0) }
  }
}

/// The design that rows are held against: `Floor`, for every feature.
public struct FloorDesign: StoreDesign {
  /// The word that options and tables use.
  package nonisolated static let id = Scenario.reference

  /// Its name, and what it can do.
  public let description = DesignDescription(
    id: Self.id, summary: "no store: a loop that reduces in place",
    questions: [.everything, .loads, .sizes, .collections, .batches])

  /// The design.
  public init() {}

  /// Plugs in the loop.
  @inlinable public func plug<S: StoreSocket>(into socket: S) -> S.Plugged? {
    socket.plug { Floor($0) }
  }

  /// As for any other feature: nothing is in flight.
  @inlinable public func plugLingering<S: StoreSocket>(
    into socket: S
  ) -> S.Plugged? where S.F == LingerFeature {
    plug(into: socket)
  }
}
