public import Workloads

/// A value that reduces its feature's state in place: the reference of every ratio, and the fold
/// with which the final state of every store is compared.
///
/// An action costs only its reducer, because the feature is a generic parameter, the state is
/// changed in place, and there are no notifications. In contrast to a store, it cannot be shared or
/// observed, and its effects cannot send actions.
public struct Floor<F: Feature>: SynchronousStore {
  @usableFromInline let feature: F
  /// The state after the actions so far.
  public var state: F.State

  /// Creates a value with the initial state of a feature.
  @inlinable public init(_ feature: F) {
    self.feature = feature
    state = feature.initialState
  }

  /// Reduces an action, then performs its request and reduces the answer, until there is no
  /// request.
  @inlinable public mutating func send(_ action: F.Action) {
    feature.reduce(into: &state, action: action)
    if let request = feature.request(for: action, after: state) { settle(request) }
  }

  // Not inlined, because this rare part would displace the reduction from its caller's loop.
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

  /// Returns the reading of one slot of the state.
  @inlinable public func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, state, slot: slot)
  }

  /// The digest of the whole state.
  @usableFromInline var digest: UInt64 {
    combineSlots(feature.slotCount) { read(.digest, slot: $0) }
  }
}

/// The design with which all others are compared.
public struct FloorDesign: StoreDesign {
  /// The name in options and tables.
  package nonisolated static let id = Scenario.reference

  /// The name and the properties.
  public let description = DesignDescription(
    id: Self.id, summary: "no store: a loop that reduces in place",
    questions: [.everything, .loads, .sizes, .collections])

  /// Creates the design.
  public init() {}

  /// Creates a `Floor` with a builder.
  @inlinable public func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { Floor($0) }
  }

  /// Creates a `Floor`, because its effects end within `send`.
  @inlinable public func makeLingeringStore<S: StoreBuilder>(
    with builder: S
  ) -> S.Built? where S.F == LingerFeature {
    makeStore(with: builder)
  }
}
