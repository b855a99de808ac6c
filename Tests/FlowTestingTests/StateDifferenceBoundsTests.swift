import FlowTesting
import Testing

private final class Plain {
  var value = 1
}

private class Base: Equatable {
  var value: Int
  init(_ value: Int) { self.value = value }
  static func == (left: Base, right: Base) -> Bool { left.value == right.value }
}

private final class Derived: Base {
  let extra = "x"
}

/// Leads back to itself; equal if the values are, wherever it leads.
private final class Node: Equatable {
  var value: Int
  var next: Node?
  init(_ value: Int) { self.value = value }
  static func == (left: Node, right: Node) -> Bool { left.value == right.value }
}

private indirect enum List: Equatable {
  case end
  case item(List)

  init(length: Int, end: List) {
    self = end
    for _ in 0..<length { self = .item(self) }
  }
}

/// A list that has no `==`.
private struct Nest {
  var inner: [Nest] = []
  var value = 0
}

private func text<Value>(
  _ old: Value, _ new: Value, _ limits: StateDifference.Limits = StateDifference.Limits()
) -> String {
  StateDifference(between: old, and: new, limits: limits).description
}

struct `Bounds of a difference` {
  @Test func `lines are bounded, and the rest is counted`() {
    let (old, new) = ([1, 2, 3, 4], [5, 6, 7, 8])
    let all = "[0]: 1 → 5\n[1]: 2 → 6\n[2]: 3 → 7\n[3]: 4 → 8"
    #expect(text(old, new, .init(lines: 4)) == all)
    #expect(text(old, new, .init(lines: 3)) == "[0]: 1 → 5\n[1]: 2 → 6\n… and 2 more")
    #expect(text(old, new, .init(lines: 1)) == "… and 4 more")
    #expect(
      text(Array(repeating: 0, count: 20_000), Array(repeating: 1, count: 20_000), .init(lines: 1))
        == "… and at least 10000 more")
  }

  @Test func `values are cut, and so are paths`() {
    let long = Array(0..<1_000)
    #expect(text(Optional(long), nil, .init(characters: 10)) == "[0, 1, 2,… → nil")
    #expect(
      text("", String(repeating: "x", count: 9), .init(characters: 11)) == #""" → "xxxxxxxxx""#)
    #expect(
      text("", String(repeating: "x", count: 9), .init(characters: 10)) == #""" → "xxxxxxxx…"#)
    #expect(
      text(
        (first: (second: (third: 1, 0), 0), 0), (first: (second: (third: 2, 0), 0), 0),
        .init(characters: 10)) == "firs…third: 1 → 2")
    #expect(!text("a\nb" as Any, 1 as Any).contains("\n"))
  }

  @Test func `long strings are shown where they part`() {
    let same = String(repeating: "x", count: 500)
    #expect(
      text(same + "a", same + "b", .init(characters: 8)) == #"…"xxa" → …"xxb""#)
  }

  @Test func `instances without == are the same or not`() {
    let plain = Plain()
    #expect(text(plain, plain) == "no difference")
    #expect(text([plain], [Plain()]) == "[0]: Plain → Plain (another instance)")
  }

  @Test func `instances with == are looked into`() {
    #expect(text(Base(1), Base(1)) == "no difference")
    #expect(text(Base(1), Base(2)) == "value: 1 → 2")
    #expect(text(Derived(1), Derived(2)) == "value: 1 → 2")
    #expect(text(Base(1), Derived(1)) == "no difference")
    #expect(text(Derived(1), Base(1)) == "no difference")
    #expect(text(Base(1), Derived(2)) == "Base → Derived")
  }

  @Test(.timeLimit(.minutes(10))) func `instances that lead back to themselves come to an end`() {
    let (old, new) = (Node(1), Node(2))
    old.next = old
    new.next = new
    #expect(text(old, new) == "value: 1 → 2\nnext: Node → Node (the same two instances as above)")
    (old.next, new.next) = (nil, nil)
  }

  @Test func `deep values come to an end, and what is below differs still`() {
    let difference = StateDifference(
      between: List(length: 500, end: .end), and: List(length: 501, end: .end))
    #expect(difference.count == 1)
    #expect(difference.changes[0].path.count <= 100)

    let nest = (0..<50).reduce(into: Nest()) { nest, _ in nest = Nest(inner: [nest]) }
    let changed = (0..<50).reduce(into: Nest(value: 1)) { nest, _ in nest = Nest(inner: [nest]) }
    #expect(StateDifference(between: nest, and: nest).isEmpty)
    #expect(StateDifference(between: nest, and: changed).count == 1)
    #expect(
      text(Nest(inner: [Nest()]), Nest(inner: [Nest(value: 1)]), .init(depth: 1))
        == "inner: [Nest(inner: [], value: 0)] → [Nest(inner: [], value: 1)]")
  }

  @Test func `what lies too deep is described in one piece, also when it looks the same`() {
    struct Sealed: Equatable, CustomReflectable, CustomStringConvertible {
      var secret: Int
      var description: String { "sealed" }
      var customMirror: Mirror { Mirror(self, children: []) }
    }
    struct Holder<Held> { var held: Held }
    let reason = "(not equal, though what is shown of them is)"
    #expect(
      text(Holder(held: Sealed(secret: 1)), Holder(held: Sealed(secret: 2)), .init(depth: 1))
        == "held: sealed → sealed \(reason)")
    let (old, new) = (Holder(held: Base(1)), Holder(held: Base(2)))
    #expect(text(old, new, .init(depth: 1)) == "held: Base → Base \(reason)")
    #expect(text(old, new, .init(depth: 2)) == "held.value: 1 → 2")
  }

  @Test func `limits are at least 1`() async {
    await #expect(processExitsWith: .failure) {
      _ = StateDifference(between: 1, and: 2, limits: .init(lines: 0))
    }
  }
}
