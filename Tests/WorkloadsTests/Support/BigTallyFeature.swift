import Workloads

/// A module with a name of two words that does not accept an action.
struct BigTallyFeature: LeafFeature {
  struct State: Equatable, Sendable {
    var marks: [Int] = []
  }

  enum Action: Codable, Equatable, Sendable {
    case mark(Int)
    case wipe
  }

  typealias Request = Never

  struct Cursor: Sendable {
    var marked = 0
  }

  var initialState: State { State() }
  var initialCursor: Cursor { Cursor() }

  func reduce(into state: inout State, action: Action) {
    switch action {
    case .mark(let mark): state.marks.append(mark)
    case .wipe: state.marks = []
    }
  }

  func accepts(_ action: Action) -> Bool { action != .mark(-1) }

  func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.marks.count)
    for mark in state.marks { digest.combine(mark) }
  }

  func drawn(_ state: State) -> UInt64 { UInt64(state.marks.count) + 1 }
  func derived(_ state: State) -> UInt64 { UInt64(state.marks.reduce(0, +)) }

  func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    cursor.marked = (cursor.marked + 1) % 7
    return cursor.marked == 0 ? .wipe : .mark(random.below(100))
  }
}
