package import FlowCore

/// A step from a state to a part of it.
package enum Move: Hashable, Sendable {
  /// Stored parts.
  case left, right
  /// A computed part: another name for the left one.
  case mirror
  /// Members by identifier, by index and by key.
  case row(Int)
  case item(Int)
  case entry(Int)
  /// Members of a computed collection, by their indices: another path to rows.
  case nth(Int)
  /// An optional part.
  case detail
  /// The two cases of an enum with content.
  case first, second

  var hasStyles: Bool {
    switch self {
    case .left, .right, .mirror: true
    case .row, .item, .entry, .nth, .detail, .first, .second: false
    }
  }

  /// A Boolean value that indicates whether the move leads to a position, where one part may replace
  /// another one with another identifier.
  var isPosition: Bool {
    switch self {
    case .left, .right, .mirror, .row, .entry: false
    case .item, .nth, .detail, .first, .second: true
    }
  }
}

/// The change of an action to its state.
package enum Operation: Hashable, Sendable {
  /// No change; the action only returns an effect.
  case nothing
  /// Adds to one of the numbers.
  case add(Int)
  case addOther(Int)
  /// Replaces the left part by a new one.
  case resetLeft
  /// Members are added, removed and replaced.
  case addRow(Int)
  case removeRow(Int)
  case replaceRow(Int, by: Int)
  case reverseRows
  case addItem
  case removeItem
  case setEntry(Int)
  case removeEntry(Int)
  /// The optional part with an identifier, or none.
  case setDetail(Int?)
  case goToEmpty, goToFirst(Int), goToSecond
}

/// A state of programs: a tree of parts of all kinds.
package protocol ProgramState: Hashable, Identifiable, Sendable where ID == Int {
  init(id: Int)
  var number: Int { get set }
  var other: Int { get set }
  mutating func apply(_ operation: Operation)
  /// Returns the number of rows refused since the last call.
  mutating func takeRefusedRows() -> Int

  /// Returns the region that the operation may change.
  static func region(of operation: Operation) -> StateRegion
  /// Returns the reducers of the parts of a plan, with this state's own.
  static func reducer(_ plan: ReducerPlan, _ world: ProgramWorld) -> ErasedReducer<Self>
  /// Returns the view of a part one step inside; `nil` if it is absent.
  static func scope(
    _ store: some StoreView<Self, ProgramAction>, _ move: Move, _ style: ScopeStyle
  ) -> (any ProgramView)?
  /// Returns the part at the end of a move, for the model.
  func part(_ move: Move) -> (any ProgramState)?
  /// Replaces the part at the end of a move, for the model.
  mutating func set(_ part: any ProgramState, at move: Move)
}

extension ProgramState {
  /// Returns the part at the end of some moves; `nil` if it is absent.
  func part(at moves: some Sequence<Move>) -> (any ProgramState)? {
    var part: any ProgramState = self
    for move in moves {
      guard let next = part.part(move) else { return nil }
      part = next
    }
    return part
  }

  /// Changes the part at the end of some moves, if it exists.
  mutating func change(at moves: ArraySlice<Move>, _ body: (inout any ProgramState) -> Void) {
    guard let move = moves.first else {
      var whole: any ProgramState = self
      body(&whole)
      guard let changed = whole as? Self else {
        preconditionFailure("\(whole) is not a \(Self.self)")
      }
      self = changed
      return
    }
    guard var part = part(move) else { return }
    part.change(at: moves.dropFirst(), body)
    set(part, at: move)
  }
}

/// The innermost state.
package struct Leaf: ProgramState {
  package var id: Int
  package var number = 0
  package var other = 0

  package init(id: Int) { self.id = id }

  package mutating func apply(_ operation: Operation) {
    switch operation {
    case .add(let amount): number &+= amount
    case .addOther(let amount): other &+= amount
    default: break
    }
  }

  package mutating func takeRefusedRows() -> Int { 0 }

  package static func region(of operation: Operation) -> StateRegion {
    switch operation {
    case .add: .part(\Leaf.number)
    case .addOther: .part(\Leaf.other)
    default: .nothing
    }
  }

  package static func reducer(_ plan: ReducerPlan, _ world: ProgramWorld) -> ErasedReducer<Leaf> {
    ErasedReducer(OwnReducer(world: world, isDeclaring: plan.isDeclaring))
      .seen(by: plan.onlookers, in: world)
  }

  package static func scope(
    _ store: some StoreView<Leaf, ProgramAction>, _ move: Move, _ style: ScopeStyle
  ) -> (any ProgramView)? { nil }

  package func part(_ move: Move) -> (any ProgramState)? { nil }
  package mutating func set(_ part: any ProgramState, at move: Move) {}
}

/// An enum state.
package enum Screen<Part: ProgramState>: Hashable, Sendable {
  case empty
  case first(Part)
  case second(Part)
}

extension CasePath where Value: ProgramState, Root == Screen<Value> {
  static var first: Self {
    Self(Screen.first) { if case .first(let part) = $0 { part } else { nil } }
  }
  static var second: Self {
    Self(Screen.second) { if case .second(let part) = $0 { part } else { nil } }
  }
}

/// A state with parts of all kinds.
package struct Node<Part: ProgramState>: ProgramState {
  package var id: Int
  package var number = 0
  package var other = 0
  package var left: Part
  package var right: Part
  package var rows: IdentifiedArray<Part> = []
  package var list: [Part] = []
  package var table: [Int: Part] = [:]
  package var detail: Part?
  package var screen = Screen<Part>.empty

  package var mirror: Part {
    get { left }
    set { left = newValue }
  }

  /// The rows by their indices. Members are neither added nor removed here.
  package var ordered: [Part] {
    get { Array(rows) }
    set { for row in newValue { rows[id: row.id] = row } }
  }

  package init(id: Int) {
    self.id = id
    left = Part(id: 0)
    right = Part(id: 1)
  }

  package mutating func apply(_ operation: Operation) {
    switch operation {
    case .nothing: break
    case .add(let amount): number &+= amount
    case .addOther(let amount): other &+= amount
    case .resetLeft: left = Part(id: 0)
    // A second row with the same identifier is refused.
    case .addRow(let id): rows.append(Part(id: id))
    case .removeRow(let id): rows.remove(id: id)
    case .replaceRow(let id, let new):
      if rows.remove(id: id) != nil { rows.append(Part(id: new)) }
    case .reverseRows: rows = IdentifiedArray(rows.reversed())
    case .addItem: list.append(Part(id: list.count))
    case .removeItem: if !list.isEmpty { list.removeFirst() }
    case .setEntry(let key): table[key] = Part(id: key)
    case .removeEntry(let key): table[key] = nil
    case .setDetail(let id): detail = id.map { Part(id: $0) }
    case .goToEmpty: screen = .empty
    case .goToFirst(let id): screen = .first(Part(id: id))
    case .goToSecond: screen = .second(Part(id: 4))
    }
  }

  package mutating func takeRefusedRows() -> Int { rows._takeRefusedKeys().count }

  package static func region(of operation: Operation) -> StateRegion {
    switch operation {
    case .nothing: .nothing
    case .add: .part(\Node.number)
    case .addOther: .part(\Node.other)
    case .resetLeft: .part(\Node.left)
    case .addRow, .removeRow, .replaceRow, .reverseRows: .part(\Node.rows)
    case .addItem, .removeItem: .part(\Node.list)
    case .setEntry(let key), .removeEntry(let key): .element(\Node.table, key: key)
    case .setDetail: .part(\Node.detail)
    case .goToEmpty, .goToFirst, .goToSecond: .part(\Node.screen)
    }
  }

  package func part(_ move: Move) -> (any ProgramState)? {
    switch move {
    case .left, .mirror: return left
    case .right: return right
    case .row(let id): return rows[id: id]
    case .item(let index): return list.indices.contains(index) ? list[index] : nil
    case .entry(let key): return table[key]
    case .nth(let place): return rows.indices.contains(place) ? rows[place] : nil
    case .detail: return detail
    case .first: return CasePath.first.extract(screen)
    case .second: return CasePath.second.extract(screen)
    }
  }

  package mutating func set(_ part: any ProgramState, at move: Move) {
    guard let part = part as? Part else { preconditionFailure("\(part) is not a \(Part.self)") }
    switch move {
    case .left, .mirror: left = part
    case .right: right = part
    case .row(let id): rows[id: id] = part
    case .item(let index): list[index] = part
    case .entry(let key): table[key] = part
    case .nth(let place): ordered[place] = part
    case .detail: detail = part
    case .first: screen = .first(part)
    case .second: screen = .second(part)
    }
  }
}

/// The state of a program: three levels.
package typealias Root = Node<Node<Leaf>>
