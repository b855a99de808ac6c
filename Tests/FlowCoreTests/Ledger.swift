import FlowCore

/// The small feature that every design must carry to the same end: writes to a collection, and
/// effects that answer once (`double`) and in a chain of two (`audit`).
struct Ledger: Equatable, Sendable {
  var total = 0
  var entries: [Int] = []
  var audits = 0
}

enum LedgerAction: Equatable, Sendable {
  case add(Int)
  case removeLast
  case double
  case doubled(Int)
  case audit
  case audited(Int)
}

extension Ledger {
  /// Applies an action in place.
  mutating func apply(_ action: LedgerAction) {
    switch action {
    case .add(let amount):
      total &+= amount
      entries.append(amount)
    case .removeLast:
      if let last = entries.popLast() { total &-= last }
    case .doubled(let newTotal):
      total = newTotal
    case .audited(let count):
      audits &+= count
    case .double, .audit:
      break
    }
  }

  func applying(_ action: LedgerAction) -> Ledger {
    var copy = self
    copy.apply(action)
    return copy
  }

  /// What the world answers to an action, given the state after it.
  func answer(to action: LedgerAction) -> LedgerAction? {
    switch action {
    case .double: .doubled(total &* 2 % 1_000_003)
    case .audit: .audited(entries.count)
    case .audited: .add(1)
    case .add, .removeLast, .doubled: nil
    }
  }
}

/// The feature as FlowCore's own reducer.
struct LedgerReducer: Reducer {
  func reduce(into state: inout Ledger, action: LedgerAction) -> Effect<LedgerAction> {
    state.apply(action)
    guard let answer = state.answer(to: action) else { return .none }
    return .run { answer }
  }
}

/// The oracle: a plain fold that answers each action before the next one.
func fold(_ actions: [LedgerAction], from initial: Ledger = Ledger()) -> Ledger {
  var state = initial
  for action in actions {
    var next: LedgerAction? = action
    while let current = next {
      state.apply(current)
      next = state.answer(to: current)
    }
  }
  return state
}

/// How many reductions an action leads to, its own included.
func chainLength(of action: LedgerAction, from initial: Ledger) -> Int {
  var (state, next, count) = (initial, LedgerAction?.some(action), 0)
  while let current = next {
    state.apply(current)
    count += 1
    next = state.answer(to: current)
  }
  return count
}

/// The same actions for the same seed.
func ledgerActions(count: Int, seed: UInt64) -> [LedgerAction] {
  var word = seed
  return (0..<count).map { _ in
    // Knuth's MMIX constants (The Art of Computer Programming, volume 2, 3.3.4).
    word = word &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let draw = Int(word >> 33)
    switch draw % 8 {
    case 0: return .double
    case 1: return .audit
    case 2, 3: return .removeLast
    default: return .add(draw % 1_000)
    }
  }
}
