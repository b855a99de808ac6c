import FlowCore
import FlowTrace
import Foundation

/// A small feature with payloads of several types and effects.
struct Tally: Equatable, Codable, Sendable {
  var total = 0
  var notes: [String] = []
}

enum TallyAction: Equatable, Codable, Sendable {
  case add(Int)
  case note(text: String, priority: Int?)
  case double
  case doubled(Int)
  case measured(Double)
}

extension Tally {
  mutating func apply(_ action: TallyAction) {
    switch action {
    case .add(let amount): total &+= amount
    case .note(let text, let priority): notes.append("\(priority ?? 0): \(text)")
    case .doubled(let newTotal): total = newTotal
    case .double: break
    case .measured(let value): total &+= value.isFinite ? Int(value) : 1
    }
  }

  func applying(_ action: TallyAction) -> Tally {
    var copy = self
    copy.apply(action)
    return copy
  }
}

struct TallyReducer: Reducer {
  func reduce(into state: inout Tally, action: TallyAction) -> Effect<TallyAction> {
    state.apply(action)
    guard action == .double else { return .none }
    return .send(.doubled(state.total &* 2))
  }
}

let sampleActions: [TallyAction] = [
  .add(5), .note(text: "a \"quoted\"\nline, ünïcode/slash", priority: nil), .double,
  .doubled(10), .measured(0.1), .note(text: "", priority: -3), .measured(.infinity),
  .add(.min), .add(.max),
]

/// Returns the state after some actions without effects.
func fold(_ actions: some Sequence<TallyAction>) -> Tally {
  actions.reduce(into: Tally()) { $0.apply($1) }
}

/// Reads a trace from text.
func read(_ text: String) -> (trace: Trace<TallyAction>, fault: TraceError?) {
  Trace.readableEntries(of: Data(text.utf8), file: "t.jsonl")
}
