import Workloads

/// The actions of a measured store by their numbers, with the store as the state.
///
/// `Floor` over it is the measured store, or the plain fold that it is compared with.
struct MeasuredFeature: LeafFeature {
  /// The number of an action in the list.
  struct Action: Codable, BitwiseCopyable, Sendable {
    let index: Int
  }

  typealias Cursor = ListCursor

  struct State: Equatable, @unchecked Sendable {
    /// The store; `nil` in a fold of a store whose state is not known.
    let store: ErasedStore?
    var sent = 0

    static func == (left: State, right: State) -> Bool { left.sent == right.sent }
  }

  /// The number of actions in the list.
  let count: Int
  nonisolated(unsafe) private let makeStore: () -> ErasedStore?

  init(count: Int, makeStore: @escaping () -> ErasedStore?) {
    self.count = count
    self.makeStore = makeStore
  }

  var initialState: State { State(store: makeStore()) }
  var period: Int { count }

  func reduce(into state: inout State, action: Action) {
    state.store?.send(action.index)
    state.sent += 1
  }

  func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.store?.hash?() ?? state.sent)
  }

  func derived(_ state: State) -> UInt64 { UInt64(state.sent) }

  func nextAction(
    cursor: inout ListCursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    Action(index: cursor.advance(in: count))
  }

  /// Sends a batch of actions that follow one another in the list.
  static func drive(
    _ actions: UnsafeMutableBufferPointer<Action>, into state: inout State, _ probes: Probes
  ) -> BatchReading {
    let send = state.store?.prepare(actions.first?.index ?? 0, actions.count)
    state.sent += actions.count
    // Nothing is freed between the probes.
    return withExtendedLifetime(send) {
      let opened = probes.open()
      send?()
      return probes.close(opened)
    }
  }
}
