import FlowTestSupport
import Testing

@testable import FlowCore

/// The members of two collections with effects, without a store.
struct `The members that have effects` {
  private let site = PartSite("rows", of: Int.self)
  private var part: _PlacedPart { _PlacedPart(steps: [], site: site) }

  private func name(_ key: AnyHashable) -> EffectName {
    EffectName(places: [], step: .member(site, key: key))
  }

  private func present(_ keys: AnyHashable...) -> _PartPresence {
    _PartPresence { keys.contains($0) }
  }

  private func parts(_ keys: Int...) -> VanishingParts {
    var parts = VanishingParts()
    for key in keys { parts.add(name(key)) }
    return parts
  }

  @Test func `disappear once, and may return`() {
    let parts = parts(1, 2)
    #expect(parts.vanished { _ in present(1, 2) } == [])
    #expect(parts.vanished { _ in present(1) } == [name(2)])
    #expect(parts.vanished { _ in present(1) } == [])
    #expect(parts.vanished { _ in present(1, 2) } == [])
    #expect(parts.vanished { _ in present() }.count == 2)
  }

  @Test func `can be reported as removed when their presence is unknown`() {
    let parts = parts(1)
    #expect(parts.vanished { _ in .nothing } == [name(1)])
    #expect(parts.vanished(from: part) { _ in true } == [], "it was away already")
    #expect(parts.vanished { _ in nil } == [])
    #expect(parts.vanished(from: part) { _ in true } == [name(1)])
    #expect(parts.vanished(from: part) { _ in false } == [])
    #expect(parts.vanished { _ in .nothing } == [name(1)], "and have gone once more")
  }

  @Test(arguments: 0..<8)
  func `disappear from each collection whose members are known`(round: Int) {
    var parts = VanishingParts()
    let names = (0..<12).map {
      EffectName(places: [], step: .member(PartSite([round, $0], of: Int.self), key: 1))
    }
    for name in names { parts.add(name) }
    let unknown = Set((0..<6).map { PartSite([round, $0], of: Int.self) })
    let vanished = parts.vanished { unknown.contains($0.site) ? nil : .nothing }
    #expect(Set(vanished) == Set(names[6...]) && vanished.count == 6)
  }

  @Test func `are identified by their key, or else by their identifier`() {
    let numbers = MemberIdentity<Int, String>(isPosition: true)
    #expect(numbers.name(of: 1) { "a" } == AnyHashable(1))
    #expect(numbers.member(1) { [1: "a"][$0] } == "a")
    #expect(numbers.member("1") { [1: "a"][$0] } == nil, "another type of keys")
    #expect(numbers.member(2) { [1: "a"][$0] } == nil)
    let rows = MemberIdentity<Int, Row>(isPosition: false)
    #expect(rows.name(of: 1) { Row(id: 1) } == AnyHashable(1))
    let identity = MemberIdentity<Int, Row>(isPosition: true)
    let name = identity.name(of: 0) { Row(id: 5) }
    #expect(identity.member(name) { [Row(id: 5)].member($0) } != nil)
    #expect(identity.member(name) { [Row(id: 6)].member($0) } == nil)
    #expect(identity.member(name) { [Row]().member($0) } == nil)
    #expect(identity.member(0) { [Row(id: 5)].member($0) } == nil)
    #expect(!_PartPresence.nothing.contains("any"))
  }
}

/// A node of a tree with the same reducer at each level.
private struct Node: Identifiable {
  var id: Int
  var children: IdentifiedArray<Node> = []
  var loads = 0
}

private indirect enum NodeAction: Sendable {
  case load, loaded
  case child(Int, NodeAction)
  case keep([Int])
}

private struct NodeReducer: Reducer {
  let turnstile: Turnstile

  private var children: some Reducer<Node, NodeAction> {
    EmptyReducer<Node, NodeAction>().forEach(
      \.children, self,
      action: CasePath(NodeAction.child) {
        if case .child(let id, let action) = $0 { (id, action) } else { nil }
      })
  }

  func reduce(into state: inout Node, action: NodeAction) -> Effect<NodeAction> {
    let turnstile = turnstile
    switch action {
    case .load:
      return .task {
        try await turnstile.pass()
        return .loaded
      }
    case .loaded: state.loads += 1
    case .keep(let ids): state.children = IdentifiedArray(ids.map { Node(id: $0) })
    case .child: return children.reduce(into: &state, action: action)
    }
    return .none
  }

  func _presence(of part: _PlacedPart, in state: Node) -> _PartPresence? {
    children._presence(of: part, in: state)
  }
}

@MainActor
struct `Effects of nodes of a tree` {
  @Test func `end with their node, not with one of the same name elsewhere`() async {
    let turnstile = Turnstile()
    let root = Node(id: 0, children: [Node(id: 1, children: [Node(id: 2)]), Node(id: 3)])
    let store = Store(initialState: root, reducer: NodeReducer(turnstile: turnstile))
    store.send(.child(1, .child(2, .load)))
    store.send(.child(3, .load))
    store.send(.child(1, .loaded))
    await quiet()
    #expect(store.counts.works == 2, "2 is no child of the root, and one of 1")
    store.send(.child(1, .keep([5])))
    await quiet()
    #expect(store.counts.works == 1)
    turnstile.open()
    await quiet()
    #expect(store.current.children[id: 3]?.loads == 1)
  }
}

@MainActor
struct `The presence of a case's parts` {
  private enum Place {
    case inside([String: Int])
    case outside
  }

  @Test func `is empty in another case`() {
    let rows = ForEachReducer(
      EmptyReducer<[String: Int], (String, Int)>(), \.self, EmptyReducer<Int, Int>(),
      action: .whole)
    let inside = CasePath(Place.inside) { if case .inside(let held) = $0 { held } else { nil } }
    let reducer = CaseReducer(rows, inside, .whole)
    let way: [EffectStep] = [.member(reducer.site, key: AnyHashable(_OnlyKey()))]
    let part = _PlacedPart(steps: way[...], site: rows.site)
    #expect(reducer._presence(of: part, in: .inside(["a": 1]))?.contains("a") == true)
    #expect(reducer._presence(of: part, in: .inside([:]))?.contains("a") == false)
    #expect(reducer._presence(of: part, in: .outside)?.contains("a") == false)
  }
}

private struct Row: Identifiable {
  var id: Int
  var actions: [String] = []
}

private struct ScriptedRow: Reducer {
  let script: Script

  func reduce(into state: inout Row, action: String) -> Effect<String> {
    Scripted(script: script).reduce(into: &state.actions, action: action)
  }
}

@MainActor
struct `A sequence of effects of a row` {
  @Test func `ends when its own action replaces the row`() async {
    let (script, log) = (Script(), Log<String>())
    let rows = Reduce<IdentifiedArray<Row>, (Int, String)> { rows, action in
      if action.1 == "leave" { rows = [Row(id: action.0 + 1)] }
      return .none
    }.forEach(\.self, ScriptedRow(script: script), action: .whole)
    let store = Store(initialState: [Row(id: 1)], reducer: rows, faults: { _ in })
    script.effects["go"] = {
      .concatenate(
        .send("leave"),
        .task {
          await Task.yield()
          log.add(Task.isCancelled ? "cancelled" : "went on")
          return nil
        },
        .perform {
          log.add("after it")
          return nil
        })
    }
    store.send((1, "go"))
    await quiet()
    #expect(store.current.ids == [2])
    #expect(log.entries == ["cancelled"] && store.counts.effects == 0)
  }
}
