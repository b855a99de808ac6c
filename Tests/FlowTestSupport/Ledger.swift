public import FlowCore

/// The small feature that every store must carry to the same end: writes to a collection, and
/// effects that answer once (`double`) and in a chain of two (`audit`).
public struct Ledger: Equatable, Sendable {
  /// The sum of the entries, until it is doubled.
  public var total: Int
  /// The entries that were added and not removed.
  public var entries: [Int]
  /// The sum of the counts that audits found.
  public var audits: Int

  /// A ledger; nothing is in it unless said.
  public init(total: Int = 0, entries: [Int] = [], audits: Int = 0) {
    self.total = total
    self.entries = entries
    self.audits = audits
  }
}

/// An action of a ledger.
public enum LedgerAction: Equatable, Sendable {
  /// One more entry.
  case add(Int)
  /// One less, if there is one.
  case removeLast
  /// Asks for the double of the total.
  case double
  /// The answer to `double`.
  case doubled(Int)
  /// Asks for the number of entries.
  case audit
  /// The answer to `audit`; it asks for an entry.
  case audited(Int)
}

extension Ledger {
  /// Applies an action in place.
  public mutating func apply(_ action: LedgerAction) {
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

  /// The state that follows when an action happens to this one.
  public func applying(_ action: LedgerAction) -> Ledger {
    var copy = self
    copy.apply(action)
    return copy
  }

  /// Returns the answer of an effect to an action, given the state after it.
  public func answer(to action: LedgerAction) -> LedgerAction? {
    switch action {
    case .double: .doubled(total &* 2 % 1_000_003)
    case .audit: .audited(entries.count)
    case .audited: .add(1)
    case .add, .removeLast, .doubled: nil
    }
  }
}

/// The feature as FlowCore's own reducer.
public struct LedgerReducer: Reducer {
  /// The only one there is.
  public init() {}

  /// Applies the action and asks for what the world answers to it.
  public func reduce(into state: inout Ledger, action: LedgerAction) -> Effect<LedgerAction> {
    state.apply(action)
    guard let answer = state.answer(to: action) else { return .none }
    return .perform { answer }
  }
}

/// The oracle: a plain fold that answers each action before the next one.
public func fold(_ actions: [LedgerAction], from initial: Ledger = Ledger()) -> Ledger {
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

/// The same actions for the same seed.
public func ledgerActions(count: Int, seed: UInt64) -> [LedgerAction] {
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
