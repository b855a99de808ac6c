package import FlowCore

/// A type-erased store or scope.
package protocol ProgramView {
  func send(_ action: ProgramAction)
  func send(contentsOf actions: [ProgramAction])
  /// The same view as a scope of one level.
  var erased: any ProgramView { get }
  func scope(_ move: Move, _ style: ScopeStyle) -> (any ProgramView)?
  func subscribe(_ projection: Projection, _ changed: @escaping (Int) -> Void) -> ObservationToken
  func read(_ projection: Projection) -> Int
  func states(_ projection: Projection) -> AsyncStream<Int>
}

extension Store: ProgramView where R.State: ProgramState, R.Action == ProgramAction {}
extension ScopedStore: ProgramView where State: ProgramState, Action == ProgramAction {}
extension TypedScope: ProgramView where Path.State: ProgramState, Path.Action == ProgramAction {}

extension StoreView where State: ProgramState, Action == ProgramAction {
  package func send(contentsOf actions: [ProgramAction]) {
    // The store's own method takes any sequence.
    send(contentsOf: actions[...])
  }

  package var erased: any ProgramView { scope() }

  package func scope(_ move: Move, _ style: ScopeStyle) -> (any ProgramView)? {
    State.scope(self, move, style)
  }

  package func subscribe(
    _ projection: Projection, _ changed: @escaping (Int) -> Void
  ) -> ObservationToken {
    switch projection {
    case .number: subscribe(to: \.number, changed)
    case .other: subscribe(to: \.other, changed)
    case .whole: subscribe(to: \.self) { changed($0.hashValue) }
    case .sum: subscribe(to: { $0.number &+ $0.other }, changed)
    }
  }

  package func read(_ projection: Projection) -> Int {
    switch projection {
    case .number: self.number
    case .other: self.other
    case .whole, .sum: state.hashValue
    }
  }

  package func states(_ projection: Projection) -> AsyncStream<Int> {
    states(of: projection == .other ? \.other : \.number, buffer: .unbounded)
  }
}

/// A typed path to a part of a node.
private enum LeftPath<Part: ProgramState>: ScopePath {
  static var state: KeyPath<Node<Part>, Part> { \.left }
  static var action: CasePath<ProgramAction, ProgramAction> { .at(.left) }
}

private enum RightPath<Part: ProgramState>: ScopePath {
  static var state: KeyPath<Node<Part>, Part> { \.right }
  static var action: CasePath<ProgramAction, ProgramAction> { .at(.right) }
}

private enum MirrorPath<Part: ProgramState>: ScopePath {
  static var state: KeyPath<Node<Part>, Part> { \.mirror }
  static var action: CasePath<ProgramAction, ProgramAction> { .at(.mirror) }
}

extension ProgramState {
  func value(of projection: Projection) -> Int {
    switch projection {
    case .number: number
    case .other: other
    case .whole: hashValue
    case .sum: number &+ other
    }
  }
}

extension Node {
  package static func scope(
    _ store: some StoreView<Node, ProgramAction>, _ move: Move, _ style: ScopeStyle
  ) -> (any ProgramView)? {
    switch (move, style) {
    case (.left, .path): store.scope(state: \.left, action: .at(.left))
    case (.left, .closure): store.scope(state: { $0.left }, action: .at(.left))
    case (.left, .typed): store.scope(LeftPath<Part>.self)
    case (.left, .erased): store.scope(LeftPath<Part>.self).scope()
    case (.right, .path): store.scope(state: \.right, action: .at(.right))
    case (.right, .closure): store.scope(state: { $0.right }, action: .at(.right))
    case (.right, .typed): store.scope(RightPath<Part>.self)
    case (.right, .erased): store.scope(RightPath<Part>.self).scope()
    case (.mirror, .path): store.scope(state: \.mirror, action: .at(.mirror))
    case (.mirror, .closure): store.scope(state: { $0.mirror }, action: .at(.mirror))
    case (.mirror, .typed): store.scope(MirrorPath<Part>.self)
    case (.mirror, .erased): store.scope(MirrorPath<Part>.self).scope()
    case (.row(let id), _): store.scope(id, of: \.rows, action: .row)
    case (.item(let index), _): store.scope(index, of: \.list, action: .item)
    case (.entry(let key), _): store.scope(key, of: \.table, action: .entry)
    case (.nth(let place), _): store.scope(place, of: \.ordered, action: .nth)
    case (.detail, _): store.scope(optional: \.detail, action: .at(.detail))
    case (.first, _):
      screen(store).scope(case: .first, action: .at(.first))
    case (.second, _):
      screen(store).scope(case: .second, action: .at(.second))
    }
  }

  private static func screen(
    _ store: some StoreView<Node, ProgramAction>
  ) -> ScopedStore<Screen<Part>, ProgramAction> {
    store.scope(state: \.screen, action: .whole)
  }
}
