internal import FlowCore

/// A state with one part of each kind.
package struct Panel {
  /// A number that is not `Equatable`.
  struct Opaque {
    var number = 0
  }

  var first = 0
  var second = 0
  var items = ForeignElements()
  var note: Int?
  var opaque = Opaque()
  var mode = Mode.off
  var tagged = Tagged()

  enum Mode: Equatable {
    case off
    case on(Int)
  }

  var sum: Int { first &+ second }

  package init() {}

  /// Returns the value of a part; `nil` while it is absent.
  func value(of part: PanelPart) -> Int? {
    switch part {
    case .first: first
    case .second: second
    case .items: Panel.value(of: items)
    case .item(let key): items.values.member(key)
    case .note: note
    case .opaque: opaque.number
    case .sum: sum
    case .parity: Panel.parity(self)
    case .mode: CasePath.on.extract(mode)
    case .tagged: tagged.number
    case .hasItem(let key): items.values.indices.contains(key) ? 1 : 0
    case .hasNote: note == nil ? 0 : 1
    case .hasMode: mode == .off ? 0 : 1
    }
  }

  static func value(of items: ForeignElements) -> Int {
    items.values.reduce(items.memberCount) { $0 &* 31 &+ $1 }
  }

  static func parity(_ panel: Panel) -> Int { panel.first & 1 }

  /// Performs an action.
  ///
  /// - Parameter code: The user code of the parts that it creates.
  mutating func apply(_ action: PanelAction, code: ForeignCode? = nil) {
    switch action {
    case .nothing, .probe: break
    case .first(let value): first = value
    case .second(let value): second = value
    case .item(let key, let value):
      if items.values.indices.contains(key) { items.values[key] = value }
    case .addItem(let value): items.values.append(value)
    case .removeItem: if !items.values.isEmpty { items.values.removeLast() }
    case .tagged(let value):
      tagged = Tagged(number: value, object: code.map { Tagged.Object($0) })
    case .note(let value): note = value
    case .opaque(let value): opaque.number = value
    case .mode(let value): mode = value.map { .on($0) } ?? .off
    }
  }
}

/// A part that an observer reads.
package enum PanelPart: Hashable, Sendable {
  case first, second
  /// A collection, or one of its members.
  case items
  case item(Int)
  /// An optional part.
  case note
  case opaque
  /// Computed by a property, or by the function of a scope.
  case sum, parity
  /// A case of an enum, which may be absent.
  case mode
  /// The presence of a part: a body creates a scope of the part and does not read it.
  case hasItem(Int)
  case hasNote, hasMode
  /// Calls user code when it is compared and destroyed.
  case tagged

  var isComparable: Bool { self != .opaque }

  /// A Boolean value that indicates whether the function of a scope, or a case path, computes the part.
  var isFunction: Bool { self == .parity || self == .mode || self == .hasMode }

  /// The presence of the part, which is read when a scope of it is created; `nil` if it always
  /// exists.
  var presence: PanelPart? {
    switch self {
    case .item(let key): .hasItem(key)
    case .note: .hasNote
    case .mode: .hasMode
    default: nil
    }
  }

  var isPresence: Bool {
    switch self {
    case .hasItem, .hasNote, .hasMode: true
    default: false
    }
  }

  var isSubscribable: Bool { self != .opaque && !isPresence }
}

/// An action of a panel.
package enum PanelAction: Hashable, Sendable {
  case nothing
  case first(Int)
  case second(Int)
  case item(Int, Int)
  case addItem(Int)
  case removeItem
  case note(Int?)
  case opaque(Int)
  case mode(Int?)
  case tagged(Int)
  /// Changes nothing; sent by user code.
  case probe(Int)

  var isOpaque: Bool { if case .opaque = self { true } else { false } }
}

struct PanelReducer: Reducer {
  /// A Boolean value that indicates whether it declares regions.
  let isDeclaring: Bool
  let code: ForeignCode

  func reduce(into state: inout Panel, action: PanelAction) -> Effect<PanelAction> {
    code.reducing(action) { state.apply(action, code: code) }
    return .none
  }

  func region(of action: PanelAction) -> StateRegion {
    if case .probe = action { return .nothing }
    guard isDeclaring else { return .unknown }
    return switch action {
    case .nothing, .probe: .nothing
    case .first: .part(\Panel.first)
    case .second: .part(\Panel.second)
    case .item(let key, _): .element(\Panel.items, key: ForeignElements.Key(index: key))
    case .addItem, .removeItem: .part(\Panel.items)
    case .note: .part(\Panel.note)
    case .opaque: .part(\Panel.opaque)
    case .mode: .part(\Panel.mode)
    case .tagged: .part(\Panel.tagged)
    }
  }
}

extension CasePath<Panel.Mode, Int> {
  static var on: Self {
    Self(Panel.Mode.on) { if case .on(let value) = $0 { value } else { nil } }
  }
}

extension CasePath<PanelAction, Int> {
  static var note: Self {
    Self({ .note($0) }) { if case .note(let value) = $0 { value } else { nil } }
  }
  static var mode: Self {
    Self({ .mode($0) }) { if case .mode(let value) = $0 { value } else { nil } }
  }
}

extension CasePath<PanelAction, (ForeignElements.Key, Int)> {
  /// Returns the case path of items, whose keys call code.
  static func item(_ code: ForeignCode) -> Self {
    Self({ .item($0.index, $1) }) {
      guard case .item(let index, let value) = $0 else { return nil }
      return (ForeignElements.Key(index: index, code: code), value)
    }
  }
}
