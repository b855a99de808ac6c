import Testing

@testable import FlowCore

struct `A ring` {
  private func elements(_ ring: borrowing Ring<Int>) -> [Int] {
    (0..<ring.count).map { ring[$0] }
  }

  @Test func `keeps its elements when its capacity changes`() {
    for (appended, capacity) in [(3, 3), (3, 4), (4, 4), (6, 4), (7, 9), (0, 0)] {
      var ring = Ring<Int>(capacity: 4)
      for number in 0..<appended { ring.append(number) }
      let before = elements(ring)
      #expect(before == Array(max(0, appended - 4)..<appended))
      ring.resize(to: max(capacity, before.count))
      #expect(elements(ring) == before)
      ring.append(99)
      #expect(ring.count == 0 || ring[ring.count - 1] == 99 || capacity == 0)
    }
  }

  @Test func `releases removed elements, and the others at its end`() {
    let live = LiveTokens()
    do {
      var ring = Ring<CountedToken>(capacity: 3)
      for _ in 0..<5 { ring.append(CountedToken(live)) }
      #expect(live.count == 3)
      ring.replaceFirst(withLast: CountedToken(live))
      #expect(live.count == 3)
      ring.removeFirst()
      #expect(live.count == 2)
      ring.append(CountedToken(live))
      ring.resize(to: 4)
      #expect(live.count == 3)
      ring.removeLast(2)
      #expect(live.count == 1 && ring.count == 1)
    }
    #expect(live.count == 0)
  }

  @Test func `stops the program for invalid indices and too small a capacity`() async {
    await #expect(processExitsWith: .failure) {
      var ring = Ring<Int>(capacity: 4)
      for number in 0..<3 { ring.append(number) }
      ring.resize(to: 2)
    }
    #if DEBUG
      for offset in [-1, 3] {
        await #expect(processExitsWith: .failure) { [offset = offset as Int] in
          var ring = Ring<Int>(capacity: 4)
          for number in 0..<3 { ring.append(number) }
          _ = ring[offset]
        }
      }
    #endif
  }
}

struct `A queue of actions` {
  @Test func `releases waiting actions at its end`() {
    let live = LiveTokens()
    do {
      var queue = ActionQueue<CountedToken>()
      for _ in 0..<20 { queue.append(.init(action: CountedToken(live), run: nil, source: nil)) }
      for _ in 0..<5 { _ = queue.popFirst() }
      #expect(live.count == 15)
    }
    #expect(live.count == 0)
  }

  @Test(arguments: [7, 8, 9, 15, 16, 17, 100])
  func `keeps the order, and uses memory only for waiting actions`(count: Int) {
    var queue = ActionQueue<Int>()
    // Not from the first slot.
    for _ in 0..<5 {
      queue.append(.init(action: -1, run: nil, source: nil))
      #expect(queue.popFirst()?.action == -1)
    }
    for number in 0..<count { queue.append(.init(action: number, run: nil, source: nil)) }
    #expect(queue.count == count && queue.capacity >= count && queue.capacity < max(9, 2 * count))
    for number in 0..<count {
      #expect(queue.popFirst()?.action == number)
      #expect(queue.capacity == 8 || queue.capacity <= 4 * queue.count + 4)
    }
    #expect(queue.isEmpty && queue.popFirst() == nil)
    #expect(queue.capacity == 8)
  }

  @Test func `halves its capacity when less than a quarter is used`() {
    var queue = ActionQueue<Int>()
    for number in 0..<32 { queue.append(.init(action: number, run: nil, source: nil)) }
    #expect(queue.capacity == 32)
    while queue.count > 8 { _ = queue.popFirst() }
    #expect(queue.capacity == 32)
    _ = queue.popFirst()
    #expect(queue.capacity == 16)
    queue.append(.init(action: 32, run: nil, source: nil))
    var rest: [Int] = []
    while let entry = queue.popFirst() { rest.append(entry.action) }
    #expect(rest == Array(25...32) && queue.capacity == 8)
  }

  @Test func `drops actions of effects, and keeps the others in order`() {
    var queue = ActionQueue<Int>()
    for number in 0..<20 {
      let source = number % 2 == 0 ? EffectPath() : nil
      queue.append(.init(action: number, run: nil, source: source))
    }
    let areAnswers = queue.senders.map { $0.path != nil }
    #expect(areAnswers == (0..<20).map { $0 % 2 == 0 })
    let dropped = queue.remove(where: areAnswers)
    #expect(dropped.map(\.action) == (0..<10).map { 2 * $0 } && queue.removals == 1)
    #expect(queue.remove(where: []).isEmpty && queue.removals == 1)
    var rest: [Int] = []
    while let entry = queue.popFirst() { rest.append(entry.action) }
    #expect(rest == (0..<10).map { 2 * $0 + 1 })
  }
}

struct `Keyed collections` {
  /// Checks the presence of a member and its change.
  private func check<Elements: KeyedElements>(
    _ elements: Elements, _ key: Elements.ElementKey, count: Int, hasMember: Bool
  ) -> Elements where Elements.Member == Int {
    var elements = elements
    #expect(elements.memberCount == count)
    #expect((elements.member(key) != nil) == hasMember)
    let before = elements.member(key)
    let changed = elements.update(key) { member in
      member += 1
      return member
    }
    #expect(changed == before.map { $0 + 1 } && elements.member(key) == changed)
    return elements
  }

  @Test func `find, change and count members`() {
    #expect(check([5, 6], 1, count: 2, hasMember: true) == [5, 7])
    for key in [2, -1, .max, .min] {
      #expect(check([5, 6], key, count: 2, hasMember: false) == [5, 6])
    }
    #expect(check(["a": 1], "a", count: 1, hasMember: true) == ["a": 2])
    #expect(check(["a": 1], "b", count: 1, hasMember: false) == ["a": 1])
    #expect(check(Int?.some(1), _OnlyKey(), count: 1, hasMember: true) == 2)
    #expect(check(Int?.none, _OnlyKey(), count: 0, hasMember: false) == nil)
  }

  @Test func `have a stamp of their keys if it takes constant time`() {
    #expect([1, 2]._membershipStamp == [3, 4]._membershipStamp && [1]._membershipStamp != nil)
    #expect([1]._membershipStamp != [1, 2]._membershipStamp)
    #expect(Int?.none._membershipStamp != Int?.some(1)._membershipStamp)
    #expect(Int?.some(2)._membershipStamp == Int?.some(1)._membershipStamp)
    #expect(["a": 1]._membershipStamp == nil)
  }
}

struct `Different values have different hashes` {
  private func expectApart<Value: Hashable>(_ values: [Value]) {
    #expect(Set(values.map(\.hashValue)).count == values.count)
    #expect(Set(values).count == values.count)
  }

  @Test func `for source locations, functions and parts`() {
    let sites = [
      SourceSite("A.swift", 1, 1), SourceSite("A.swift", 1, 2), SourceSite("A.swift", 2, 1),
    ]
    expectApart(sites)
    expectApart(sites.map { SliceFunction(at: $0) })
    let regions: [StateRegion] = [
      StateRegion(lower: 0, upper: 8), StateRegion(lower: 8, upper: 16),
      StateRegion(lower: 0, upper: 8, key: 1, kind: .element),
    ]
    expectApart(
      regions.map { SliceKey(region: $0, type: ObjectIdentifier(Int.self), steps: []) } + [
        SliceKey(region: regions[0], type: ObjectIdentifier(String.self), steps: [])
      ])
  }
}

struct `The capacity of a history` {
  /// Returns the capacity for recorded states.
  private func room(_ history: History<Int, Int>) -> Int { history.tape.pointee.states.capacity }

  private func store(_ history: History<Int, Int>) -> Store<some Reducer<Int, Int>> {
    Store(
      initialState: 0,
      reducer: Reduce<Int, Int> { state, action in
        state += action
        return .none
      }.recording(into: history))
  }

  @Test(arguments: [(1, 1), (10, 1), (10, 3), (100, 10), (100, 1_000)])
  func `is constant as long as nothing is restored`(capacity: Int, interval: Int) {
    let history = History<Int, Int>(capacity: capacity, interval: interval)
    let store = store(history)
    let before = room(history)
    #expect(before <= capacity / interval + 2)
    for _ in 0..<3 * (capacity + interval) {
      store.send(1)
      #expect(room(history) == before)
    }
    #expect(history.positions.count > capacity)
  }

  @Test func `grows to a state for each step, and shrinks when the future is dropped`() throws {
    let history = History<Int, Int>(capacity: 100, interval: 50)
    let store = store(history)
    let before = room(history)
    for number in 0..<300 {
      store.send(1)
      store.restore(number)
      #expect(room(history) <= min(101, 2 * (number + 3)))
    }
    #expect(room(history) == 101)
    try history.go(to: history.positions.lowerBound + 1, in: store)
    store.send(1)
    #expect(room(history) < 101)
    for _ in 0..<300 { store.send(1) }
    #expect(room(history) < 4 * before)
  }

  @Test func `is halved when a quarter is used`() throws {
    let history = History<Int, Int>(capacity: 100, interval: 50)
    let store = store(history)
    for number in 0..<90 {
      store.send(1)
      store.restore(number)
    }
    #expect(room(history) == 96)
    // The states at positions 0 to 23.
    try history.go(to: 23, in: store)
    store.send(1)
    #expect(room(history) == 48)
  }

  @Test func `holds no replaced state at a position that cannot be reached`() {
    let history = History<Int, Int>(capacity: 10, interval: 1)
    let store = store(history)
    #expect(!history.isReplaced(at: 0))
    store.send(1)
    store.restore(7)
    #expect([-1, 0, 1, 2].map(history.isReplaced) == [false, false, true, false])
  }
}

struct `The capacity of an identified array` {
  private struct Row: Identifiable {
    var id: Int
  }

  @Test func `is released when all elements are removed, unless it is kept explicitly`() {
    var rows = IdentifiedArray((0..<1_000).map(Row.init))
    #expect(rows.elements.capacity >= 1_000 && rows.places.capacity >= 1_000)
    rows.removeAll(keepingCapacity: true)
    #expect(rows.isEmpty && rows.contains(id: 1) == false)
    #expect(rows.elements.capacity >= 1_000 && rows.places.capacity >= 1_000)
    rows.removeAll()
    #expect(rows.elements.capacity == 0 && rows.places.capacity == 0)
  }
}
