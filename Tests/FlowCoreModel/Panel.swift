internal import FlowCore

/// What observers read parts of: one of each kind.
package struct Panel {
  /// A number that nobody can compare.
  struct Opaque {
    var number = 0
  }

  var first = 0
  var second = 0
  var items: [Int] = []
  var note: Int?
  var opaque = Opaque()

  /// Computed.
  var sum: Int { first &+ second }

  package init() {}

  /// The value of a part; `nil` while it is absent.
  func value(of part: PanelPart) -> Int? {
    switch part {
    case .first: first
    case .second: second
    case .items: Panel.value(of: items)
    case .item(let key): items.indices.contains(key) ? items[key] : nil
    case .note: note
    case .opaque: opaque.number
    case .sum: sum
    case .parity: Panel.parity(self)
    }
  }

  static func value(of items: [Int]) -> Int { items.reduce(items.count) { $0 &* 31 &+ $1 } }

  static func parity(_ panel: Panel) -> Int { panel.first & 1 }

  mutating func apply(_ action: PanelAction) {
    switch action {
    case .nothing: break
    case .first(let value): first = value
    case .second(let value): second = value
    case .item(let key, let value): if items.indices.contains(key) { items[key] = value }
    case .addItem(let value): items.append(value)
    case .removeItem: if !items.isEmpty { items.removeLast() }
    case .note(let value): note = value
    case .opaque(let value): opaque.number = value
    }
  }
}

/// What an observer reads.
package enum PanelPart: Hashable, Sendable {
  case first, second
  /// A collection, and one of its members.
  case items
  case item(Int)
  /// May be absent.
  case note
  case opaque
  /// Computed: by a property, and by a scope's function.
  case sum, parity

  /// Whether two of its values can be compared.
  var isComparable: Bool { self != .opaque }

  /// Whether it is a scope's function that computes it.
  var isFunction: Bool { self == .parity }
}

/// What changes a panel.
package enum PanelAction: Hashable, Sendable {
  case nothing
  case first(Int)
  case second(Int)
  case item(Int, Int)
  case addItem(Int)
  case removeItem
  case note(Int?)
  case opaque(Int)

  var isOpaque: Bool { if case .opaque = self { true } else { false } }
}

/// Does what an action says.
struct PanelReducer: Reducer {
  /// Whether it says what an action may change.
  let isDeclaring: Bool

  func reduce(into state: inout Panel, action: PanelAction) -> Effect<PanelAction> {
    state.apply(action)
    return .none
  }

  func region(of action: PanelAction) -> StateRegion {
    guard isDeclaring else { return .unknown }
    return switch action {
    case .nothing: .nothing
    case .first: .part(\Panel.first)
    case .second: .part(\Panel.second)
    case .item(let key, _): .element(\Panel.items, key: key)
    case .addItem, .removeItem: .part(\Panel.items)
    case .note: .part(\Panel.note)
    case .opaque: .part(\Panel.opaque)
    }
  }
}
