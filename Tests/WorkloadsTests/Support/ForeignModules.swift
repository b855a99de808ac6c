import Workloads

/// A module as another package might bring it: written here, named nowhere in this package.
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

/// Another one, which asks for work.
struct KettleFeature: LeafFeature {
  struct State: Equatable, Sendable {
    var degrees = 20
    var isOn = false
  }

  enum Action: Codable, Equatable, Sendable {
    case turnOn
    case boiled(at: Int)
    case cool
  }

  struct Request: Equatable, Sendable {
    let from: Int
  }

  struct Cursor: Sendable {}

  var initialState: State { State() }
  var initialCursor: Cursor { Cursor() }

  func reduce(into state: inout State, action: Action) {
    switch action {
    case .turnOn: state.isOn = true
    case .boiled(let degrees): state = State(degrees: degrees)
    case .cool: state.degrees -= 1
    }
  }

  func mayRequest(_ action: Action) -> Bool { action == .turnOn }

  func request(for action: Action, after state: State) -> Request? {
    action == .turnOn ? Request(from: state.degrees) : nil
  }

  func perform(_ request: Request) -> Action? { .boiled(at: 100 + request.from % 2) }

  func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.degrees)
    digest.combine(state.isOn)
  }

  func drawn(_ state: State) -> UInt64 { UInt64(truncatingIfNeeded: state.degrees) }
  func derived(_ state: State) -> UInt64 { state.isOn ? 1 : 0 }

  func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    random.below(4) == 0 ? .turnOn : .cool
  }
}
