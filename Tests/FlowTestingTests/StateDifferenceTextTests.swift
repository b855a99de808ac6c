import FlowTesting
import Foundation
import Testing

/// Has no `==`.
private struct Circle {
  var radius: Int
}

/// Has `==`, and no description of its own.
private struct Box<Value: Equatable>: Equatable {
  var value: Value
}

private struct Row: Equatable, Identifiable {
  var id: Int
  var title = ""
}

/// Describes itself, in two parts.
private struct Point: Equatable, CustomStringConvertible {
  var x = 0
  var y = 0
  var description: String { "\(x)|\(y)" }
}

private enum Shape: Hashable {
  case none
  case both(Int, Int)
  case one(Int)
  case named(side: Int)
}

private enum Loud: Equatable, CustomStringConvertible {
  case quiet
  case loud(Int)
  var description: String { self == .quiet ? "shh" : "LOUD" }
}

/// What it says of itself is whatever it is given.
private struct Shown: CustomReflectable {
  var children: [Mirror.Child]
  var style: Mirror.DisplayStyle

  init(_ values: [Any], _ style: Mirror.DisplayStyle) {
    children = values.map { (label: nil, value: $0) }
    self.style = style
  }

  var customMirror: Mirror { Mirror(self, children: children, displayStyle: style) }
}

/// A class that says nothing of itself, and one that does.
private class Plain {}
private final class Described: Plain, CustomStringConvertible {
  var description: String { "described" }
}

/// What is shown of a value that was not there before.
private func text(_ value: Any, _ characters: Int = 100) -> String? {
  let limits = StateDifference.Limits(characters: characters)
  return StateDifference(between: Any?.none, and: Any?.some(value), limits: limits).changes.first?
    .new
}

private func lines<Value>(
  _ old: Value, _ new: Value, _ limits: StateDifference.Limits = .init()
) -> [String] {
  StateDifference(between: old, and: new, limits: limits).changes.map(\.description)
}

struct `What a difference shows of a value` {
  @Test func `is written as in code, in one line`() {
    #expect(text("a\"b\n") == #""a\"b\n""#)
    #expect(text("abc".dropFirst()) == #""bc""#)
    #expect(text(Character("a")) == #""a""#)
    #expect(text(AnyHashable("a")) == #""a""#)
    #expect(text([AnyHashable(Shape.one(3))]) == "[.one(3)]")
    #expect(text([1, 2]) == "[1, 2]")
    #expect(text([Int]()) == "[]")
    #expect(text(Set([2, 10, 1])) == "[1, 2, 10]")
    #expect(text(["b": 1, "a": 2, "c": 3]) == #"["a": 2, "b": 1, "c": 3]"#)
    #expect(text([3: "c", 20: "a", 1: "b"]) == #"[1: "b", 3: "c", 20: "a"]"#)
    #expect(text([String: Int]()) == "[:]")
    #expect(text((1, name: "a")) == #"(1, name: "a")"#)
    #expect(text([Int?.none, 1]) == "[nil, 1]")
    #expect(text([Int??.some(nil), 1]) == "[.some(nil), 1]")
    #expect(text([Int??.none]) == "[nil]")
    #expect(text(Box(value: [Point()])) == "Box<Array<Point>>(value: [0|0])")
    #expect(text([Plain(), Described()]) == "[Plain, described]")
    #expect(text([Shape.none, .both(1, 2), .one(3)]) == "[.none, .both(1, 2), .one(3)]")
    #expect(text([Shape.named(side: 4)]) == "[.named(side: 4)]")
    #expect(text([Loud.quiet, .loud(1)]) == "[shh, LOUD]")
    #expect(text("a\nb".split(separator: "b")) == #"["a\n"]"#)
  }

  @Test func `has no line's end in it, whatever it says of itself`() {
    struct Lines: CustomStringConvertible { var description: String { "a\nb\r\nc" } }
    #expect(text(Lines()) == "a⏎b⏎c")
  }

  @Test(arguments: [
    "[1, 2]", #""abc""#, "(1, 2)", ".both(1, 2)", ".one(3)", "Circle(radius: 1)", "1|2",
    #"["a": 1, "b": 2]"#, ".some(nil)", "Plain",
  ])
  func `is cut at the limit, and not before`(whole: String) {
    let values: [String: Any] = [
      "[1, 2]": [1, 2], #""abc""#: "abc", "(1, 2)": (1, 2), ".both(1, 2)": Shape.both(1, 2),
      ".one(3)": Shape.one(3), "Circle(radius: 1)": Circle(radius: 1), "1|2": Point(x: 1, y: 2),
      #"["a": 1, "b": 2]"#: ["a": 1, "b": 2], ".some(nil)": Int??.some(nil) as Any,
      "Plain": Plain(),
    ]
    // In a list of one: what is wrapped by itself is another matter.
    let (value, whole) = ([values[whole]!], "[\(whole)]")
    for characters in 1..<whole.count {
      #expect(text(value, characters) == whole.prefix(characters - 1) + "…")
    }
    #expect(text(value, whole.count) == whole)
    #expect(text(value, whole.count + 1) == whole)
  }

  @Test func `is cut between a case and what it carries as well`() {
    #expect(text(Shape.both(1, 2), 5) == ".bot…")
    #expect(text(Shape.both(1, 2), 6) == ".both…")
    #expect(text(Shape.both(1, 2), 11) == ".both(1, 2)")
  }

  @Test func `is looked at no further than it is shown`() {
    final class Count { var value = 0 }
    struct Endless: CustomReflectable {
      let count: Count
      var customMirror: Mirror {
        let children = (0..<1_000).lazy.map { number in
          count.value += 1
          return number
        }
        return Mirror(self, unlabeledChildren: children, displayStyle: .collection)
      }
    }
    let count = Count()
    #expect(text(Endless(count: count), 10) == "[0, 1, 2,…")
    #expect(count.value < 20)
  }

  @Test func `has the elements of large sets as they come`() {
    #expect(text(Shown((0..<999).reversed(), .set), 10) == "[0, 1, 2,…")
    #expect(text(Shown((0..<1_000).reversed(), .set), 10) == "[999, 998…")
  }
}

struct `A difference of values` {
  @Test func `that are hidden behind AnyHashable is judged by what it holds`() {
    #expect(lines(AnyHashable(1), AnyHashable(1)) == [])
    #expect(lines(AnyHashable(1), AnyHashable(2)) == ["1 → 2"])
    #expect(lines(AnyHashable(1), AnyHashable(1.0)) == [], "as by its ==")
    #expect(lines(AnyHashable("a"), AnyHashable(2)) == [#""a" → 2"#])
    #expect(lines(AnyHashable(1) as Any, 1 as Any) == ["1 → 1 (AnyHashable → Int)"])
    #expect(lines(1 as Any, AnyHashable(1) as Any) == ["1 → 1 (Int → AnyHashable)"])
  }

  @Test func `of two types is described, though one could be cast to the other`() {
    #expect(lines(Int?.some(1) as Any, 1 as Any) == ["1 → 1 (Optional<Int> → Int)"])
    #expect(lines(1 as Any, Int?.some(1) as Any) == ["1 → 1 (Int → Optional<Int>)"])
    #expect(lines("a" as Any, "a"[...] as Any) == [#""a" → "a" (String → Substring)"#])
  }

  @Test func `of one part that do not describe themselves leads to the part`() {
    #expect(lines(Box(value: 1), Box(value: 2)) == ["value: 1 → 2"])
    #expect(lines(Circle(radius: 1), Circle(radius: 2)) == ["radius: 1 → 2"])
  }

  @Test func `without == is that of the parts, whatever they say of themselves`() {
    final class Count: @unchecked Sendable { var value = 0 }
    struct Ticking: CustomStringConvertible {
      var value = 1
      let count: Count
      var description: String {
        count.value += 1
        return "\(value) at \(count.value)"
      }
    }
    struct Alone: CustomStringConvertible {
      var value = 1
      nonisolated(unsafe) static var count = 0
      var description: String {
        Alone.count += 1
        return "\(value) at \(Alone.count)"
      }
    }
    let count = Count()
    #expect(lines(Ticking(count: count), Ticking(count: count)) == [])
    #expect(lines(Alone(), Alone()) == [])
    #expect(lines(Alone(), Alone(value: 2)).count == 1)
  }

  @Test func `of one part that describe themselves is that of their descriptions, if it shows`() {
    /// Has no `==`.
    struct Day: CustomStringConvertible {
      var seconds: Int
      var description: String { "day \(seconds / 86_400)" }
    }
    #expect(lines(Day(seconds: 0), Day(seconds: 86_400)) == ["day 0 → day 1"])
    #expect(lines(Day(seconds: 0), Day(seconds: 1)) == ["seconds: 0 → 1"])
    #expect(lines([Day(seconds: 0)], [Day(seconds: 0)]) == [])
  }

  @Test func `of several parts leads to the part, though they describe themselves`() {
    #expect(lines(Point(), Point(y: 2)) == ["y: 0 → 2"])
    #expect(lines([Loud.loud(1)], [.loud(2)]) == ["[0].loud: 1 → 2"])
  }

  @Test func `of types of the system is described in one piece`() {
    let start = Date(timeIntervalSinceReferenceDate: 0)
    let (old, new) = (
      DateInterval(start: start, duration: 1), DateInterval(start: start, duration: 90_000)
    )
    let difference = StateDifference(between: old, and: new)
    #expect(difference.changes.map(\.path) == [""])
    #expect(lines(1...2, 1...3) == ["1...2 → 1...3"])
  }

  @Test func `that cannot be compared is found below dictionaries, arrays and options`() {
    let (old, new) = (Circle(radius: 1), Circle(radius: 2))
    #expect(lines(["a": [old]], ["a": [new]]) == [#"["a"][0].radius: 1 → 2"#])
    #expect(lines(["a": [old]], ["a": [old]]) == [])
    #expect(lines(["a": [old]], ["a": [old, new]]) == [#"["a"][1]: + Circle(radius: 2)"#])
    #expect(lines(["a": [old, new]], ["a": [old]]) == [#"["a"][1]: - Circle(radius: 2)"#])
    #expect(lines(["a": [old, old]], ["a": [old, new]]) == [#"["a"][1].radius: 1 → 2"#])
    #expect(lines([["a": old]], [["a": new]]) == [#"[0]["a"].radius: 1 → 2"#])
    #expect(lines([["a": old]], [["a": old]]) == [])
    #expect(lines([["a": old]], [["a": old, "b": new]]).count == 1)
    #expect(lines([[[old]]], [[[new]]]) == ["[0][0][0].radius: 1 → 2"])
    #expect(lines([[Circle?.none]], [[old]]) == ["[0][0]: nil → Circle(radius: 1)"])
    #expect(lines([(1, old)], [(1, new)]) == ["[0].1.radius: 1 → 2"])
  }

  @Test func `in the keys of a dictionary has their order, or that of their texts`() {
    enum Key: Hashable { case one, two, three, four, five, six, seven, eight }
    let keys: [Key] = [.one, .two, .three, .four, .five, .six, .seven, .eight]
    let old = Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) })
    let names = keys.map { ".\($0)" }.sorted()
    #expect(lines(old, old.mapValues { $0 + 1 }) == names.map { "[\($0)]: 1 → 2" })
    let mixed: [AnyHashable: Int] = [1: 1, "a": 1, 20: 1, 3: 1]
    #expect(
      lines(mixed, mixed.mapValues { $0 + 1 }) == [
        #"["a"]: 1 → 2"#, "[1]: 1 → 2", "[3]: 1 → 2", "[20]: 1 → 2",
      ])
    #expect(lines(Set(keys), []).count == 8)
  }

  @Test func `of sets that have an element twice goes by index`() {
    #expect(lines(Shown([1, 1], .set), Shown([1], .set)) == ["[1]: - 1"])
    #expect(lines(Shown([1], .set), Shown([1, 1], .set)) == ["[1]: + 1"])
    #expect(lines(Shown([1, 2], .set), Shown([2, 1], .set)) == [])
    #expect(lines(Shown([Circle(radius: 1)], .set), Shown([Circle(radius: 1)], .set)) == [])
    #expect(
      lines(Shown([Circle(radius: 1)], .set), Shown([Circle(radius: 2)], .set)) == [
        "[0].radius: 1 → 2"
      ])
  }

  @Test func `of parts that come and go names them`() {
    struct Parts: CustomReflectable {
      var names: [String]
      var customMirror: Mirror {
        Mirror(self, children: names.map { (label: $0, value: $0) }, displayStyle: .struct)
      }
    }
    let (one, three) = (Parts(names: ["a"]), Parts(names: ["a", "b", "c"]))
    #expect(lines(one, three) == [#"b: + "b""#, #"c: + "c""#])
    #expect(lines(three, one) == [#"b: - "b""#, #"c: - "c""#])
    #expect(lines(Shown([1], .struct), Shown([1, 2, 3], .struct)) == ["[1]: + 2", "[2]: + 3"])
    #expect(lines(Shown([1, 2, 3], .struct), Shown([1], .struct)) == ["[1]: - 2", "[2]: - 3"])
  }

  @Test func `of arrays takes the first old element's word for whether they have an identity`() {
    #expect(lines([Row(id: 1), 2] as [Any], [Row(id: 2), 2] as [Any]).count == 2)
    #expect(lines([2, Row(id: 1)] as [Any], [2, Row(id: 2)] as [Any]) == ["[1].id: 1 → 2"])
    let (old, new) = (
      [2, Row(id: 1, title: "a"), Row(id: 2, title: "b")] as [Any],
      [2, Row(id: 2, title: "c")] as [Any]
    )
    #expect(lines(old, new).count == 3)
    #expect(lines(Array(old.dropFirst()), Array(new.dropFirst())).count == 2)
  }

  @Test func `of rows tells what is changed, removed and inserted in order`() {
    let old = [Row(id: 1, title: "a"), Row(id: 2), Row(id: 3), Row(id: 4)]
    let new = [Row(id: 1, title: "b"), Row(id: 5), Row(id: 6), Row(id: 4, title: "c")]
    #expect(
      lines(old, new) == [
        #"[0].title: "a" → "b""#, #"[1]: - Row(id: 2, title: "")"#,
        #"[1]: + Row(id: 5, title: "")"#, #"[2]: - Row(id: 3, title: "")"#,
        #"[2]: + Row(id: 6, title: "")"#, #"[3].title: "" → "c""#,
      ])
  }
}

struct `Limits of a difference` {
  @Test func `are 10,000 changes, wherever they are`() {
    for count in [9_999, 10_000, 10_001] {
      let (all, bound) = (Set(0..<count), min(count, 10_000))
      #expect(StateDifference(between: all, and: []).count == bound)
      #expect(StateDifference(between: [], and: all).count == bound)
      let values = Dictionary(uniqueKeysWithValues: all.map { ($0, 0) })
      #expect(StateDifference(between: values, and: [:]).count == bound)
      #expect(StateDifference(between: (all, 1), and: ([], 2)).count == min(count + 1, 10_000))
    }
    let many = StateDifference(between: Set(0..<10_001), and: [])
    #expect(many.description.hasSuffix("… and at least 9981 more"))
    let fewer = StateDifference(between: Set(0..<9_999), and: [])
    #expect(fewer.description.hasSuffix("… and 9980 more"))
  }

  @Test func `cut a path that is longer, and no other`() {
    let old = (abcd: (ef: 1, 0), 0)
    let new = (abcd: (ef: 2, 0), 0)
    #expect(lines(old, new, .init(characters: 7)) == ["abcd.ef: 1 → 2"])
    #expect(lines(old, new, .init(characters: 6)) == ["ab….ef: 1 → 2"])
    #expect(lines(old, new, .init(characters: 5)) == ["ab…ef: 1 → 2"])
    #expect(lines(old, new, .init(characters: 1)) == ["…: 1 → 2"])
    #expect(lines(["abcdef": 1], ["abcdef": 2], .init(characters: 12)) == [#"["abcd…]: 1 → 2"#])
    #expect(lines(["abcdef": 1], ["abcdef": 2], .init(characters: 100)) == [#"["abcdef"]: 1 → 2"#])
  }

  @Test func `show where strings part, if there is room`() {
    #expect(
      lines("ab", "cd", .init(characters: 1)) == [
        "… → … (not equal, though what is shown of them is)"
      ])
    let same = String(repeating: "x", count: 20)
    #expect(lines(same + "a", same + "b", .init(characters: 12)) == [#"…"xxxa" → …"xxxb""#])
    #expect(lines(same, same + "b", .init(characters: 12)) == [#"…"xxx" → …"xxxb""#])
    let tails = StateDifference(
      between: same + "a" + same, and: same + "b" + same, limits: .init(characters: 12))
    #expect(tails.changes.map(\.old) == [#"…"xxxaxxxxx…"#])
  }

  @Test func `are each at least 1`() async {
    for limits in [(0, 1, 1), (1, 0, 1), (1, 1, 0)] {
      let (lines, characters, depth) = limits
      await #expect(processExitsWith: .failure) {
        [lines = lines as Int, characters = characters as Int, depth = depth as Int] in
        _ = StateDifference(
          between: 1, and: 2, limits: .init(lines: lines, characters: characters, depth: depth))
      }
    }
    #expect(lines(1, 2, .init(lines: 1, characters: 1, depth: 1)) == ["1 → 2"])
  }

  @Test func `end at a depth, below which values are described as a whole`() {
    struct Deep { var part = (part: (part: 1, other: 1), other: 1) }
    var new = Deep()
    new.part.part.part = 2
    #expect(lines(Deep(), new, .init(depth: 4)) == ["part.part.part: 1 → 2"])
    #expect(lines(Deep(), new, .init(depth: 3)) == ["part.part.part: 1 → 2"])
    #expect(
      lines(Deep(), new, .init(depth: 2)) == [
        "part.part: (part: 1, other: 1) → (part: 2, other: 1)"
      ])
    #expect(lines(Deep(), new, .init(depth: 1)).count == 1)
    #expect(lines(Deep(), Deep(), .init(depth: 1)) == [])
    // What is not looked into tells no element from another.
    struct Inner { var text: String }
    struct Outer { var inner: Inner }
    struct Root { var list: [Outer] }
    let long = String(repeating: "x", count: 2_000)
    let outer = { (end: String) in Outer(inner: Inner(text: end == "0" ? "0" : long + end)) }
    let (old, more) = (Root(list: [outer("a")]), Root(list: [outer("0"), outer("b")]))
    #expect(lines(old, Root(list: [outer("b")]), .init(depth: 2)) == [])
    #expect(
      StateDifference(between: old, and: more, limits: .init(depth: 2)).changes.map(\.path)
        == ["list[0]"])
  }
}
