import FlowBenchCLI

/// A feature of another package that adds up amounts.
struct TallyFeature: LeafFeature {
  struct State: Equatable, Sendable {
    var count = 0
  }

  enum Action: Codable, Equatable, Sendable {
    case add(Int)
  }

  typealias Request = Never

  struct Cursor: Sendable {}

  /// The largest accepted amount.
  var limit = 8

  var initialState: State { State() }
  var initialCursor: Cursor { Cursor() }

  func reduce(into state: inout State, action: Action) {
    switch action {
    case .add(let amount): state.count &+= amount
    }
  }

  func accepts(_ action: Action) -> Bool {
    switch action {
    case .add(let amount): amount <= limit
    }
  }

  func digest(_ state: State, into digest: inout Digest) { digest.combine(state.count) }

  func drawn(_ state: State) -> UInt64 { UInt64(truncatingIfNeeded: state.count) }

  func derived(_ state: State) -> UInt64 { UInt64(truncatingIfNeeded: state.count / 2) }

  /// Returns an amount of one to eight; half of the actions belong to a session.
  func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    let bits = random.next() >> 60
    if case .session = style, bits & 8 == 0 { return nil }
    return .add(Int(bits & 7) + 1)
  }
}
