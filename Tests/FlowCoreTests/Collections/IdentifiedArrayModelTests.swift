import FlowCore
import Foundation
import Testing

private struct Row: Identifiable, Hashable, Comparable, Codable {
  var id: Int
  var title = ""

  static func < (left: Row, right: Row) -> Bool { left.title < right.title }
}

private typealias Rows = IdentifiedArray<Row>

/// Deterministic random numbers.
private struct Draws {
  var word: UInt64

  mutating func next(_ bound: Int) -> Int {
    // Knuth's MMIX constants (The Art of Computer Programming, volume 2, 3.3.4).
    word = word &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(word >> 33) % bound
  }
}

/// A collection and its model, an array that is searched linearly.
private struct Pair {
  var items = Rows()
  var model: [Row] = []
  var refused: [Int] = []
  var draws: Draws

  private mutating func offsets() -> [Int] {
    model.isEmpty ? [] : (0..<draws.next(6)).map { _ in draws.next(model.count) }
  }

  private mutating func add(_ row: Row, at place: Int?) -> Bool {
    guard !model.contains(where: { $0.id == row.id }) else {
      if !refused.contains(row.id), refused.count < 16 { refused.append(row.id) }
      return false
    }
    model.insert(row, at: place ?? model.count)
    return true
  }

  /// Performs an operation on both.
  mutating func step() {
    let row = Row(id: draws.next(24), title: ["a", "b", "c"][draws.next(3)])
    switch draws.next(10) {
    case 0, 1: grow(row)
    case 2, 3: change(row)
    case 4: remove(row)
    case 5: removeSome()
    case 6:
      let (offsets, destination) = (offsets(), draws.next(model.count + 1))
      items.move(fromOffsets: offsets, toOffset: destination)
      let moving = Set(offsets).sorted()
      let before = model.indices.filter { $0 < destination && !moving.contains($0) }
      let after = model.indices.filter { $0 >= destination && !moving.contains($0) }
      model = (before + moving + after).map { model[$0] }
    case 7 where draws.next(4) == 0:
      items.sort()
      // Stable, which a sort of the standard library need not be.
      model = ["a", "b", "c", "d"].flatMap { title in model.filter { $0.title == title } }
    case 8:
      #expect(items._takeRefusedKeys() == refused)
      refused = []
    default: grow(row)
    }
  }

  private mutating func grow(_ row: Row) {
    switch draws.next(3) {
    case 0:
      let place = draws.next(model.count + 1)
      let wasAdded = items.insert(row, at: place)
      #expect(wasAdded == add(row, at: place))
    case 1:
      let wasAdded = items.append(row)
      #expect(wasAdded == add(row, at: nil))
    default:
      let more = [row, Row(id: draws.next(24), title: "c")]
      items.append(contentsOf: more)
      for row in more { _ = add(row, at: nil) }
    }
  }

  private mutating func change(_ row: Row) {
    let place = model.firstIndex { $0.id == row.id }
    switch draws.next(5) {
    case 0:
      let replaced = items.updateOrAppend(row)
      #expect(replaced == place.map { model[$0] })
      if let place { model[place] = row } else { model.append(row) }
    case 1:
      let found: Void? = items.update(row.id) { $0.title = "d" }
      #expect((found == nil) == (place == nil))
      if let place { model[place].title = "d" }
    case 2:
      items[id: row.id]?.title = "d"
      if let place { model[place].title = "d" }
    case 3:
      items[id: row.id] = row
      if let place { model[place] = row } else { model.append(row) }
    default:
      items.updateEach { $0.title = $0.id.isMultiple(of: 2) ? "a" : $0.title }
      for place in model.indices where model[place].id.isMultiple(of: 2) {
        model[place].title = "a"
      }
    }
  }

  private mutating func remove(_ row: Row) {
    let place = model.firstIndex { $0.id == row.id }
    switch draws.next(3) {
    case 0:
      let removed = items.remove(id: row.id)
      #expect(removed == place.map { model[$0] })
      if let place { model.remove(at: place) }
    case 1:
      items[id: row.id] = nil
      if let place { model.remove(at: place) }
    default:
      guard !model.isEmpty else { return }
      let place = draws.next(model.count)
      let removed = items.remove(at: place)
      #expect(removed == model.remove(at: place))
    }
  }

  private mutating func removeSome() {
    switch draws.next(8) {
    case 0:
      items.removeAll(keepingCapacity: draws.next(2) == 0)
      model = []
    case 1, 2:
      items.removeAll { $0.title == "b" }
      model.removeAll { $0.title == "b" }
    default:
      let offsets = offsets()
      items.remove(atOffsets: offsets)
      for offset in Set(offsets).sorted(by: >) { model.remove(at: offset) }
    }
  }

  /// Checks that both have equal contents.
  func check() throws {
    try #require(Array(items) == model)
    try #require(items.map { $0 } == model && items.ids == model.map(\.id))
    try #require(items.count == model.count && items.memberCount == model.count)
    try #require(items.first == model.first && items.last == model.last)
    for id in 0..<24 {
      let place = model.firstIndex { $0.id == id }
      try #require(items.index(id: id) == place)
      try #require(items.contains(id: id) == (place != nil))
      try #require(items[id: id] == place.map { model[$0] })
      try #require(items.member(id) == place.map { model[$0] })
    }
    try #require(items == Rows(model) && items.hashValue == Rows(model).hashValue)
  }
}

struct `An identified array and its model` {
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `agree after every operation`(seed: UInt64) throws {
    try Self.expectAgreement(seed)
  }

  static func expectAgreement(_ seed: UInt64) throws {
    var pair = Pair(draws: Draws(word: seed))
    for step in 0..<1_000 {
      pair.step()
      try pair.check()
      guard step.isMultiple(of: 50) else { continue }
      let text = try JSONEncoder().encode(pair.items)
      #expect(try JSONDecoder().decode(Rows.self, from: text) == pair.items)
      #expect(try JSONDecoder().decode([Row].self, from: text) == pair.model)
    }
  }

  @Test func `a text with a duplicate identifier is not decoded`() throws {
    let text = try JSONEncoder().encode([Row(id: 1), Row(id: 1)])
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Rows.self, from: text)
    }
    #expect("\(try #require(error))".contains("identifiers must differ, got 1 twice"))
  }
}
