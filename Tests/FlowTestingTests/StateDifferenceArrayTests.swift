import FlowCore
import FlowTestSupport
import FlowTesting
import Testing

private struct Row: Equatable, Identifiable {
  var id: Int
  var title = "a"
}

private func lines<Element>(_ old: [Element], _ new: [Element]) -> [String] {
  StateDifference(between: old, and: new).changes.map(\.description)
}

private func rows(_ ids: Int...) -> [Row] { ids.map { Row(id: $0) } }

struct `Difference of arrays` {
  @Test(arguments: [
    ([1, 2, 3], [1, 2, 3], []),
    ([], [1], ["[0]: + 1"]),
    ([1], [], ["[0]: - 1"]),
    ([1, 2, 3], [1, 5, 3], ["[1]: 2 → 5"]),
    ([1, 2, 3], [4, 5, 6], ["[0]: 1 → 4", "[1]: 2 → 5", "[2]: 3 → 6"]),
    ([1, 2], [3, 4, 5], ["[0]: 1 → 3", "[1]: 2 → 4", "[2]: + 5"]),
    ([1, 2, 3], [9, 1, 2, 3], ["[0]: + 9"]),
    ([1, 2, 3], [1, 9, 8, 2, 3], ["[1]: + 9", "[2]: + 8"]),
    ([1, 2, 3], [1, 2, 3, 9], ["[3]: + 9"]),
    ([1, 2, 3, 4], [1, 4], ["[1]: - 2", "[2]: - 3"]),
    ([1, 1, 1], [1, 1], ["[2]: - 1"]),
    ([1, 2], [2, 1], ["[0]: 1 → 2", "[1]: 2 → 1"]),
    ([1, 2, 3], [9, 1, 5, 3], ["[0]: + 9", "[2]: 2 → 5"]),
    ([1, 2, 3, 4, 5, 6], [2, 3, 4, 7, 5, 6, 8], ["[0]: - 1", "[3]: + 7", "[6]: + 8"]),
    ([0, 1, 0, 0], [0, 0, 0, 0], ["[1]: 1 → 0"]),
    ([1, 2, 3, 4, 5], [1, 8, 9, 3, 4], ["[1]: 2 → 8", "[2]: + 9", "[4]: - 5"]),
    ([1, 2, 3, 4], [1, 8, 9, 3], ["[1]: 2 → 8", "[2]: 3 → 9", "[3]: 4 → 3"]),
    ([1, 8, 9, 3, 4], [1, 2, 3, 4, 5], ["[1]: 8 → 2", "[2]: - 9", "[4]: + 5"]),
    ([1, 2, 3, 4, 9, 9], [2, 3, 4, 1, 9, 9], ["[0]: - 1", "[3]: + 1"]),
  ])
  func `tells insertions and removals from changes`(old: [Int], new: [Int], expected: [String]) {
    #expect(lines(old, new) == expected)
  }

  @Test func `an insertion is no shift, however long the array`() {
    let old = Array(0..<10_000)
    var new = old
    new.insert(-1, at: 3)
    new.remove(at: 9_000)
    #expect(lines(old, new) == ["[3]: + -1", "[8999]: - 8999"])
    new = old
    new.removeSubrange(100..<160)
    new[9_000] = -1
    #expect(lines(old, new).count == 20)
    #expect(StateDifference(between: old, and: new).count == 61)
  }

  @Test func `elements with an identity are followed, and never become another`() {
    var new = rows(0, 1, 2, 3)
    new[3].title = "b"
    #expect(
      lines(rows(1, 2, 3), new) == [#"[0]: + Row(id: 0, title: "a")"#, #"[3].title: "a" → "b""#])
    #expect(
      lines(rows(1, 2), rows(1, 3))
        == [#"[1]: - Row(id: 2, title: "a")"#, #"[1]: + Row(id: 3, title: "a")"#])
    #expect(
      lines(rows(1, 2), rows(2, 1))
        == [#"[0]: + Row(id: 2, title: "a")"#, #"[1]: - Row(id: 2, title: "a")"#])
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func `of one length goes place by place, unless fewer lines tell it`(seed: UInt64) {
    var random = Congruent(state: seed)
    let count = Int.random(in: 1...9, using: &random)
    func array() -> [Int] { (0..<count).map { _ in Int.random(in: 0...5, using: &random) } }
    let (old, new) = (array(), array())
    let difference = StateDifference(between: old, and: new)
    let inPlace = zip(old, new).count { $0 != $1 }
    #expect(difference.count <= inPlace)
    let isInPlace = difference.changes.allSatisfy { $0.old != nil && $0.new != nil }
    #expect(isInPlace || difference.count < inPlace)
  }

  @Test func `elements with an identity are followed in the middle, and described in order`() {
    let (old, other) = (rows(1, 2, 7), rows(5, 2, 8))
    var new = other
    new[1].title = "b"
    #expect(lines(old, new).count == 5)
    #expect(lines(old, new)[2] == #"[1].title: "a" → "b""#)
    #expect(lines(old, other).count == 4)
  }

  @Test func `elements with an identity are described in order at the beginning, too`() {
    var new = rows(1, 2, 3)
    new[0].title = "b"
    new[1].title = "c"
    #expect(lines(rows(1, 2, 3), new) == [#"[0].title: "a" → "b""#, #"[1].title: "a" → "c""#])
  }

  @Test func `an identified array is described like an array, without its refused keys`() {
    var rows = IdentifiedArray([Row(id: 3), Row(id: 1)])
    let before = rows
    rows[id: 1]?.title = "x"
    #expect("\(StateDifference(between: before, and: rows))" == "[1].title: \"a\" → \"x\"")
    var refusing = before
    refusing.append(Row(id: 3))
    #expect(StateDifference(between: before, and: refusing).isEmpty)
  }

  @Test func `elements that cannot be compared are followed by their parts`() {
    struct Circle { var radius: Int }
    let (old, new) = (["a": Circle(radius: 1)], ["b": Circle(radius: 2)])
    #expect(lines([old], [new, old]) == [#"[0]: + ["b": Circle(radius: 2)]"#])
    #expect(lines([[1: old]], [[2: new], [1: old]]).count == 1)
  }

  @Test func `all of a large array may change`() {
    let old = Array(0..<2_000)
    let difference = StateDifference(between: old, and: old.map { -1 - $0 })
    #expect(difference.count == 2_000)
    #expect(difference.description.hasSuffix("[18]: 18 → -19\n… and 1981 more"))
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `lines can be followed from the old array to the new one`(seed: UInt64) {
    var random = Congruent(state: seed)
    let old = (0..<Int.random(in: 0...8, using: &random)).map { _ in
      Int.random(in: 0...4, using: &random)
    }
    let new = (0..<Int.random(in: 0...8, using: &random)).map { _ in
      Int.random(in: 0...4, using: &random)
    }
    let difference = StateDifference(between: old, and: new)
    #expect(difference.isEmpty == (old == new))
    var rest: [Int?] = old
    for change in difference.changes where change.new == nil {
      let index = Int(change.path.dropFirst().dropLast())!
      #expect(rest[index].map(String.init) == change.old)
      rest[index] = nil
    }
    var result = rest.compactMap(\.self)
    for change in difference.changes {
      let index = Int(change.path.dropFirst().dropLast())!
      guard let value = change.new.flatMap({ Int($0) }) else { continue }
      if let old = change.old {
        #expect(String(result[index]) == old)
        result[index] = value
      } else {
        result.insert(value, at: index)
      }
    }
    #expect(result == new)
  }
}
