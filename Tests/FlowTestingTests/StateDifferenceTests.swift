import FlowTesting
import Testing

private struct Profile: Equatable {
  var name = "Blob"
  var age = 30
}

private struct Row: Equatable, Identifiable {
  var id: Int
  var title = "row"
}

private enum Status: Equatable {
  case idle
  case loading(Double)
  case loaded(rows: Int, stale: Bool)
  indirect case after(Status)
}

private struct App: Equatable {
  var profile = Profile()
  var user: Profile?
  var status = Status.idle
  var rows: [Row] = []
  var favorites: [String: Int] = [:]
  var tags: Set<Int> = []
}

private struct Empty: Equatable {}

/// Not `Equatable`, like its content.
private struct Opaque {
  var pair = (1, name: "a")
  var kind: any Shape = Circle(radius: 1)
  var action: () -> Void = {}
}

private protocol Shape {}
private struct Circle: Shape { var radius: Int }
private struct Square: Shape { var side: Int }

/// Wraps one value and has a description, like a date.
private struct Day: Equatable, CustomStringConvertible {
  var seconds: Double
  var description: String { "day \(Int(seconds) / 86_400)" }
}

/// Equal for any cache.
private struct Cached: Equatable {
  var value: Int
  var cache: Int
  static func == (left: Cached, right: Cached) -> Bool { left.value == right.value }
}

private final class Instance {}

/// Not `Equatable`.
private enum Command {
  case stop, go
  case call(() -> Void)
}

private func lines<Value>(_ old: Value, _ new: Value) -> [String] {
  StateDifference(between: old, and: new).changes
}

private func changed(_ change: (inout App) -> Void) -> [String] {
  var app = App(
    user: Profile(), status: .loading(0.5), rows: (0..<4).map { Row(id: $0) },
    favorites: ["a": 1, "b": 2], tags: [1, 2])
  let old = app
  change(&app)
  return lines(old, app)
}

struct `State difference` {
  @Test func `equal values have none`() {
    #expect(changed { _ in } == [])
    #expect(lines(Empty(), Empty()) == [])
    #expect(lines(Int?.none, nil) == [])
    #expect(lines([Int](), []) == [])
    #expect(lines((1, "a"), (1, "a")) == [])
    #expect(lines(0.0, -0.0) == [])
    #expect(lines(Opaque(), Opaque()) == [])
    #expect(lines(Cached(value: 1, cache: 1), Cached(value: 1, cache: 2)) == [])
    #expect(StateDifference(between: 1, and: 1).description == "no difference")
  }

  @Test func `values of one part are described at the root`() {
    #expect(lines(30, 31) == ["30 → 31"])
    #expect(lines("a", "b\n") == [#""a" → "b\n""#])
    #expect(lines(true, false) == ["true → false"])
    #expect(lines(0.5, .nan) == ["0.5 → nan"])
    #expect(lines(Character("a"), "b") == [#""a" → "b""#])
    #expect(lines(1..<3, 1..<4) == ["1..<3 → 1..<4"])
    #expect(lines(Duration.seconds(1), .seconds(2)) == ["1.0 seconds → 2.0 seconds"])
    #expect(lines((1, "a"), (2, "a")) == [".0: 1 → 2"])
    #expect(lines((x: 1, y: (2, 3)), (x: 1, y: (2, 4))) == ["y.1: 3 → 4"])
  }

  @Test func `a path leads to each part that changed`() {
    #expect(changed { $0.profile.age += 1 } == ["profile.age: 30 → 31"])
    #expect(changed { $0.user?.name = "Bob" } == [#"user.name: "Blob" → "Bob""#])
    #expect(changed { $0.rows[3].title = "x" } == [#"rows[3].title: "row" → "x""#])
    #expect(
      changed {
        $0.profile = Profile(name: "A", age: 1)
        $0.tags = []
      } == [
        #"profile.name: "Blob" → "A""#, "profile.age: 30 → 1", "tags: - 1", "tags: - 2",
      ])
  }

  @Test func `optionals appear and disappear`() {
    #expect(changed { $0.user = nil } == [#"user: Profile(name: "Blob", age: 30) → nil"#])
    #expect(lines(nil, Optional(3)) == ["nil → 3"])
    #expect(lines(Int??.none, .some(nil)) == ["nil → .some(nil)"])
    #expect(lines(Int??.some(1), 2) == ["1 → 2"])
    #expect(lines([1, nil], [1, 2]) == ["[1]: nil → 2"])
  }

  @Test func `cases change, and payloads within a case`() {
    #expect(changed { $0.status = .idle } == ["status: .loading(0.5) → .idle"])
    #expect(changed { $0.status = .loading(0.75) } == ["status.loading: 0.5 → 0.75"])
    #expect(
      lines(Status.loaded(rows: 3, stale: false), .loaded(rows: 3, stale: true))
        == ["loaded.stale: false → true"])
    #expect(
      lines(Status.idle, .loaded(rows: 3, stale: false))
        == [".idle → .loaded(rows: 3, stale: false)"])
    #expect(lines(Status.after(.idle), .after(.loading(1))) == ["after: .idle → .loading(1.0)"])
  }

  @Test func `dictionaries and sets gain and lose, in the order of their keys`() {
    #expect(
      changed { $0.favorites = ["b": 3, "c": 4] }
        == [#"favorites["a"]: - 1"#, #"favorites["b"]: 2 → 3"#, #"favorites["c"]: + 4"#])
    #expect(changed { $0.tags = [2, 10, 9] } == ["tags: - 1", "tags: + 9", "tags: + 10"])
    let old = Dictionary(uniqueKeysWithValues: (0..<12).map { ($0, $0) })
    #expect(
      lines(old, old.mapValues { $0 == 2 || $0 == 10 ? -1 : $0 }) == [
        "[2]: 2 → -1", "[10]: 10 → -1",
      ])
    #expect(lines(["a": Int?.none], ["a": 1]) == [#"["a"]: nil → 1"#])
    #expect(lines(["a": Int?.none], [:]) == [#"["a"]: - nil"#])
    #expect(lines([Double.nan: 1], [.nan: 1]).count == 1)
    #expect(lines([1: Opaque()], [1: Opaque(pair: (2, "a"))]) == ["[1].pair.0: 1 → 2"])
  }

  @Test
  func `cases without a payload are distinguished by their names where nothing compares them`() {
    #expect(lines(Command.stop, .stop) == [])
    #expect(lines(Command.stop, .go).count == 1)
  }

  @Test func `a NaN differs from itself, as by ==`() {
    #expect(
      lines(Double.nan, .nan) == ["nan → nan (not equal, but with the same description)"])
    #expect(lines([1, Double.nan], [1, .nan]).count == 1)
  }

  @Test func `values without == are compared by their parts`() {
    #expect(lines(Opaque(), Opaque(pair: (1, "b"))) == [#"pair.name: "a" → "b""#])
    #expect(
      lines(Opaque(), Opaque(kind: Square(side: 2)))
        == ["kind: Circle(radius: 1) → Square(side: 2)"])
    #expect(lines(1 as Any, 1 as Int8 as Any) == ["1 → 1 (Int → Int8)"])
    #expect(lines([Opaque()], [Opaque(), Opaque()]).count == 1)
    #expect(
      lines([Circle(radius: 1), Circle(radius: 2)], [Circle(radius: 2)])
        == ["[0]: - Circle(radius: 1)"])
    let instance = Instance()
    #expect(lines(instance, instance) == [])
    #expect(lines(Instance(), instance).count == 1)
  }

  @Test func `a wrapper of one value is described by its own description`() {
    #expect(lines(Day(seconds: 0), Day(seconds: 86_400)) == ["day 0 → day 1"])
    #expect(lines([Day(seconds: 0)], [Day(seconds: 1)]) == ["[0].seconds: 0.0 → 1.0"])
  }

  @Test func `values with hidden differences are described`() {
    struct Sealed: Equatable, CustomReflectable, CustomStringConvertible {
      var secret: Int
      var description: String { "sealed" }
      var customMirror: Mirror { Mirror(self, children: []) }
    }
    #expect(
      lines(Sealed(secret: 1), Sealed(secret: 2))
        == ["sealed → sealed (not equal, but with the same description)"])
  }

  @Test func `a NaN that stays is no difference for a test store`() {
    struct Reading: Equatable {
      var value = Double.nan
      var isOn = false
      var ticks = 0
    }
    func lines(_ old: Reading, _ new: Reading) -> String {
      StateDifference(between: old, and: new, comparingBytes: true).description
    }
    #expect(lines(Reading(), Reading()) == "no difference")
    #expect(lines(Reading(), Reading(ticks: 1)) == "ticks: 0 → 1")
    #expect(lines(Reading(value: 1), Reading()) == "value: 1.0 → nan")
  }

  @Test(arguments: [
    ([], [1], ["[0]: + 1"]),
    ([1], [], ["[0]: - 1"]),
    ([1, 2, 3], [1, 5, 3], ["[1]: 2 → 5"]),
    ([1, 2], [3, 4, 5], ["[0]: 1 → 3", "[1]: 2 → 4", "[2]: + 5"]),
    ([1, 2, 3], [9, 1, 2, 3], ["[0]: + 9"]),
    ([1, 2, 3], [1, 9, 8, 2, 3], ["[1]: + 9", "[2]: + 8"]),
    ([1, 2, 3, 4], [1, 4], ["[1]: - 2", "[2]: - 3"]),
    ([1, 1, 1], [1, 1], ["[2]: - 1"]),
    ([1, 2, 3, 4, 5], [1, 8, 9, 3, 4, 5], ["[1]: 2 → 8", "[2]: + 9"]),
  ])
  func `elements of arrays are paired from both ends`(old: [Int], new: [Int], expected: [String]) {
    #expect(lines(old, new) == expected)
  }

  @Test func `elements with an id correspond by it`() {
    func rows(_ ids: Int...) -> [Row] { ids.map { Row(id: $0, title: "a") } }
    var new = rows(0, 1, 2, 3)
    new[3].title = "b"
    #expect(
      lines(rows(1, 2, 3), new) == [#"[0]: + Row(id: 0, title: "a")"#, #"[3].title: "a" → "b""#])
    #expect(
      lines(rows(1, 2), rows(1, 3))
        == [#"[1]: - Row(id: 2, title: "a")"#, #"[1]: + Row(id: 3, title: "a")"#])
    #expect(lines(rows(1, 2), rows(2, 1)) == ["[1, 2] → [2, 1]"])
    #expect(lines(rows(1, 1), rows(1, 1, 1)) == [#"[2]: + Row(id: 1, title: "a")"#])
  }

  @Test func `20 lines are shown, and the rest is counted`() {
    let difference = StateDifference(between: Array(0..<100), and: Array(1..<101))
    #expect(difference.count == 100)
    #expect(difference.changes.count == 20)
    let lines = difference.description.split(separator: "\n")
    #expect(lines.first == "[0]: 0 → 1" && lines.last == "… and 81 more" && lines.count == 20)
    #expect(lines.dropLast().last == "[18]: 18 → 19")
  }

  @Test func `long texts are cut around their first difference`() {
    let start = String(repeating: "x", count: 150)
    func change<Value>(_ old: Value, _ new: Value) -> String {
      StateDifference(between: old, and: new).changes.joined(separator: "|")
    }
    let shown = "…" + String(repeating: "x", count: 40)
    #expect(change(start + "old", start + "new") == #"\#(shown)old" → \#(shown)new""#)
    // One text is the beginning of the other.
    #expect(change(start, start + "!") == #"\#(shown)" → \#(shown)!""#)
    // Both are cut at the end as well.
    let end = String(repeating: "y", count: 150)
    let rest = String(repeating: "y", count: 57) + "…"
    #expect(change(start + "a" + end, start + "b" + end) == "\(shown)a\(rest) → \(shown)b\(rest)")
    // A difference near the start, and near the limit.
    #expect(change("a" + start, "b" + start).hasPrefix(#""axx"#))
    for count in 55...110 {
      let same = String(repeating: "z", count: count)
      let texts = change(same + "1", same + "2").split(separator: " → ")
      #expect(texts.count == 2 && texts[0] != texts[1] && texts.allSatisfy { $0.count <= 100 })
    }
    // Lines, and descriptions of values that are not `Equatable`.
    #expect(change(start + "\n1", start + "\n2").contains(#"\n1" → "#))
    #expect(change(Described(start + "1"), Described(start + "2")) == "\(shown)1 → \(shown)2")
  }

  private struct Described: CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  @Test func `a description is one line of at most 100 characters`() {
    struct Page: Equatable, CustomStringConvertible {
      var number: Int
      var description: String { "page\n\(number)" }
    }
    #expect(lines(Page(number: 1), Page(number: 2)) == ["page⏎1 → page⏎2"])
    let long = lines("", String(repeating: "x", count: 200))[0]
    #expect(long == #""" → "\#(String(repeating: "x", count: 98))…"#)
  }

  @Test func `deeply nested values are compared`() {
    var (old, new) = (Status.idle, Status.loading(1))
    for _ in 0..<1_000 { (old, new) = (.after(old), .after(new)) }
    #expect(lines(old, new).count == 1)
  }
}
