import FlowCore
import Foundation
import Testing

private struct Row: Identifiable, Hashable, Comparable, Codable, CustomStringConvertible {
  var id: Int
  var title = ""
  var parts: [Int] = []

  var description: String { "\(id)\(title)" }

  static func < (left: Row, right: Row) -> Bool { left.title < right.title }
}

private typealias Rows = IdentifiedArray<Row>

private func rows(_ ids: some Sequence<Int>) -> Rows { Rows(ids.map { Row(id: $0) }) }

private struct Refusal: Error {}

private func address(_ rows: Rows) -> UInt? {
  rows.withContiguousStorageIfAvailable { UInt(bitPattern: $0.baseAddress) }
}

struct `An identified array` {
  // The results of SwiftUI's `move(fromOffsets:toOffset:)` for arrays.
  @Test(arguments: [
    ([0], 2, [1, 0, 2, 3, 4]), ([0], 0, [0, 1, 2, 3, 4]), ([0], 1, [0, 1, 2, 3, 4]),
    ([0], 5, [1, 2, 3, 4, 0]), ([4], 0, [4, 0, 1, 2, 3]), ([1, 3], 0, [1, 3, 0, 2, 4]),
    ([1, 3], 2, [0, 1, 3, 2, 4]), ([1, 3], 5, [0, 2, 4, 1, 3]), ([3, 1, 3], 5, [0, 2, 4, 1, 3]),
    ([0, 1, 2, 3, 4], 3, [0, 1, 2, 3, 4]), ([], 3, [0, 1, 2, 3, 4]),
  ])
  func `moves elements like SwiftUI's lists`(offsets: [Int], destination: Int, expected: [Int]) {
    var items = rows(0..<5)
    items.move(fromOffsets: offsets, toOffset: destination)
    #expect(items.ids == expected)
    for (place, id) in expected.enumerated() { #expect(items.index(id: id) == place) }
  }

  @Test func `accepts index sets and ranges`() {
    var items = rows(0..<6)
    items.move(fromOffsets: IndexSet([0, 2]), toOffset: 4)
    #expect(items.ids == [1, 3, 0, 2, 4, 5])
    items.remove(atOffsets: IndexSet([5, 0]))
    #expect(items.ids == [3, 0, 2, 4])
    items.remove(atOffsets: 1..<3)
    #expect(items.ids == [3, 4])
  }

  @Test func `sorts, and keeps the order of equals`() {
    var items: Rows = [
      Row(id: 1, title: "b"), Row(id: 2, title: "a"), Row(id: 3, title: "b"),
      Row(id: 4, title: "a"),
    ]
    items.sort()
    #expect(items.ids == [2, 4, 1, 3])
    items.sort { $0.id > $1.id }
    #expect(items.ids == [4, 3, 2, 1])
    #expect(items.index(id: 1) == 3)
  }

  @Test func `finds all elements after a comparison has thrown`() {
    var items = rows(0..<50)
    var left = 60
    #expect(throws: Refusal.self) {
      try items.sort {
        left -= 1
        if left == 0 { throw Refusal() }
        return $0.id > $1.id
      }
    }
    #expect(Set(items.ids) == Set(0..<50))
    for (place, id) in items.ids.enumerated() { #expect(items.index(id: id) == place) }
  }

  @Test func `keeps all elements if the predicate throws`() {
    var items = rows(0..<5)
    #expect(throws: Refusal.self) {
      try items.removeAll { (row: Row) throws(Refusal) -> Bool in
        if row.id == 3 { throw Refusal() }
        return true
      }
    }
    #expect(items.ids == [0, 1, 2, 3, 4])
  }

  @Test func `changes each element, and keeps earlier changes if a closure throws`() {
    var items = rows(0..<4)
    items.updateEach { $0.title = "a" }
    #expect(items.map(\.title) == ["a", "a", "a", "a"])
    #expect(throws: Refusal.self) {
      try items.updateEach { (row: inout Row) throws(Refusal) in
        row.title = "b"
        if row.id == 1 { throw Refusal() }
      }
    }
    #expect(items.map(\.title) == ["b", "b", "a", "a"])
  }

  @Test func `is shown, described and compared as the array of its elements`() {
    let items = rows([3, 1])
    #expect(items.description == "[3, 1]")
    #expect("\(items)" == "[3, 1]")
    #expect(Mirror(reflecting: items).displayStyle == .collection)
    #expect(Set([items, rows([3, 1]), rows([1, 3])]).count == 2)
  }
}

// MARK: - In place

struct `Writes to an identified array` {
  @Test func `happen in place`() {
    var items = rows(0..<100)
    for id in items.ids { items[id: id]?.parts = Array(0..<10) }
    let (place, parts) = (
      address(items), items.map { $0.parts.withUnsafeBufferPointer { $0.baseAddress } }
    )
    for id in 0..<100 {
      items[id: id]?.title = "x"
      items[id: id]?.parts[3] = 7
      _ = items.update(id) { $0.parts[4] = 8 }
    }
    items.updateEach { $0.parts[5] = 9 }
    items.updateOrAppend(Row(id: 0, title: "new", parts: items[0].parts))
    #expect(place != nil && address(items) == place)
    #expect(items.map { $0.parts.withUnsafeBufferPointer { $0.baseAddress } } == parts)
    #expect(items.allSatisfy { $0.parts == [0, 1, 2, 7, 8, 9, 6, 7, 8, 9] })
    #expect(items.ids == Array(0..<100))
  }

  @Test func `do not change copies`() {
    var items = rows(0..<5)
    let copy = items
    items[id: 2]?.title = "x"
    items[id: 4] = nil
    #expect(copy == rows(0..<5))
    #expect(items.ids == [0, 1, 2, 3] && items[id: 2]?.title == "x")
  }

  @Test func `put the element back if they throw`() throws {
    func change(_ row: inout Row?) throws {
      row?.title = "half"
      throw Refusal()
    }
    var items = rows(0..<5)
    #expect(throws: Refusal.self) { try change(&items[id: 1]) }
    #expect(throws: Refusal.self) { try change(&items[id: 9]) }
    #expect(items.ids == [0, 1, 2, 3, 4])
    #expect(items[id: 1]?.title == "half")
  }

  @Test func `through the subscript add and remove elements`() {
    func set(_ row: inout Row?, _ value: Row?) { row = value }
    var items = rows(0..<4)
    set(&items[id: 1], nil)
    #expect(items.ids == [0, 2, 3])
    set(&items[id: 3], nil)
    #expect(items.ids == [0, 2])
    set(&items[id: 7], Row(id: 7))
    set(&items[id: 8], nil)
    #expect(items.ids == [0, 2, 7])
    for (place, id) in items.ids.enumerated() { #expect(items.index(id: id) == place) }
    #expect(items._takeRefusedKeys() == [])
  }
}

// MARK: - Refusals

struct `Refused elements` {
  @Test func `are reported once for each identifier`() {
    var items = rows([1, 2, 1])
    items.append(Row(id: 2))
    items.append(contentsOf: [Row(id: 3), Row(id: 2)])
    items.insert(Row(id: 3), at: 0)
    #expect(items._takeRefusedKeys() == [1, 2, 3])
    #expect(items._takeRefusedKeys() == [])
    items.updateOrAppend(Row(id: 1, title: "x"))
    items[id: 1] = Row(id: 1, title: "y")
    #expect(items._takeRefusedKeys() == [])
  }

  @Test func `are not part of the value`() throws {
    let plain = rows([1, 2])
    let refusing = rows([1, 2, 2])
    #expect(plain == refusing)
    #expect(plain.hashValue == refusing.hashValue)
    #expect(plain.description == refusing.description)
    let text = try JSONEncoder().encode(refusing)
    #expect(try JSONDecoder().decode([Row].self, from: text) == [Row(id: 1), Row(id: 2)])
  }

  @Test func `are recorded up to a limit of sixteen`() {
    var items = rows(0..<30)
    items.append(contentsOf: rows(0..<30))
    #expect(items._takeRefusedKeys() == Array(0..<16))
  }

  @Test func `do not exist in collections whose members have no keys`() {
    var array = [1]
    var dictionary = [1: 1]
    var optional: Int? = 1
    #expect(array._takeRefusedKeys() == [])
    #expect(dictionary._takeRefusedKeys() == [])
    #expect(optional._takeRefusedKeys() == [])
  }

  @Test func `are described in one line`() {
    let fault = StoreFault.duplicateIdentifier(3, by: "add")
    #expect(fault.kind == .duplicateIdentifier)
    #expect(
      fault.description == "a second member with the key 3 was refused, in add or in a state that "
        + "was set before it: keys must be unique; change the existing member, or use another key")
  }
}

// MARK: - Preconditions

/// A call that violates a precondition.
private enum Violation: Int, CaseIterable, Codable {
  case set, change, update, updateEach, insert, remove, removeBefore, removeAfter, move

  func perform() {
    var items = rows([1])
    switch self {
    case .set: items[id: 1] = Row(id: 2)
    case .change: items[id: 1]?.id = 2
    case .update: _ = items.update(1) { $0.id = 2 }
    case .updateEach: items.updateEach { $0.id = 2 }
    case .insert: items.insert(Row(id: 2), at: 2)
    case .remove: items.remove(at: 1)
    case .removeBefore: items.remove(atOffsets: [0, -1])
    case .removeAfter: items.remove(atOffsets: [0, 1])
    case .move: items.move(fromOffsets: [0], toOffset: 2)
    }
  }

  var message: String {
    switch self {
    case .set, .change: "an element is set under its own id 2, not under 1"
    case .update, .updateEach: "an element keeps its id 1, got 2"
    case .insert: "an element is inserted at 0 to 1, got 2"
    case .remove, .removeAfter: "an index must be in 0..<1, got 1"
    case .removeBefore: "an index must be in 0..<1, got -1"
    case .move: "elements are moved to 0 to 1, got 2"
    }
  }
}

struct `An invalid call of an identified array` {
  @Test(arguments: Violation.allCases)
  fileprivate func `stops the program with a message`(violation: Violation) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [violation = violation as Violation] in
      violation.perform()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains(violation.message))
  }
}
