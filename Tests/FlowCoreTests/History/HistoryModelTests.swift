import FlowCore
import Foundation
import Testing

/// A state with a token, so that live states are counted.
private struct Counted {
  var value: Int
  var token: CountedToken
}

private struct CountedReducer: Reducer {
  let tokens: LiveTokens

  func reduce(into state: inout Counted, action: Int) -> Effect<Int> {
    state = Counted(value: state.value &* 31 &+ action, token: CountedToken(tokens))
    return .none
  }
}

private typealias CountedStore = Store<RecordingReducer<CountedReducer>>

/// A history and its model, an array of all states.
private struct Compared {
  let history: History<Counted, Int>
  let store: CountedStore
  let tokens: LiveTokens
  /// The value at each position.
  private var line = [0]
  private var isReplaced: Set<Int> = []
  private var cursor = 0
  /// The latest position ever reached.
  private var farthest = 0
  /// The state after actions that were not recorded since.
  private var changed: Int?
  private var word: UInt64

  /// - Parameter isSelective: A Boolean value that indicates whether a rule decides what is recorded.
  init(capacity: Int, interval: Int, seed: UInt64, isSelective: Bool = false) {
    tokens = LiveTokens()
    history = History(capacity: capacity, interval: interval)
    word = seed
    store = Store(
      initialState: Counted(value: 0, token: CountedToken(tokens)),
      reducer: CountedReducer(tokens: tokens).recording(
        into: history, where: isSelective ? { $0 < 1_000 } : nil))
  }

  private mutating func draw(_ bound: Int) -> Int {
    // Knuth's MMIX constants (The Art of Computer Programming, volume 2, 3.3.4).
    word = word &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(word >> 33) % bound
  }

  private mutating func dropFuture() {
    line.removeSubrange((cursor + 1)...)
    isReplaced = isReplaced.filter { $0 <= cursor }
  }

  mutating func send() {
    let action = draw(1_000)
    store.send(action)
    keepChange()
    dropFuture()
    line.append(line[cursor] &* 31 &+ action)
    cursor += 1
    farthest = max(farthest, cursor)
  }

  /// Sends an action that is not recorded.
  mutating func skip() {
    let action = 1_000 + draw(1_000)
    store.send(action)
    changed = (changed ?? line[cursor]) &* 31 &+ action
  }

  private mutating func keepChange() {
    guard let changed else { return }
    line[cursor] = changed
    if farthest > 0 { isReplaced.insert(cursor) }
    self.changed = nil
  }

  /// Moves as the history did. What was changed after the latest step is kept.
  private mutating func moved(to position: Int) {
    if cursor == line.count - 1 { keepChange() }
    changed = nil
    cursor = position
  }

  mutating func restore() {
    let value = draw(1_000_000)
    store.restore(Counted(value: value, token: CountedToken(tokens)))
    if !history.positions.isEmpty {
      dropFuture()
      isReplaced.insert(cursor)
    }
    changed = nil
    line[cursor] = value
  }

  mutating func move() throws {
    switch draw(4) {
    case 0, 1:
      guard history.canGoBack else { return }
      try history.goBack(in: store)
      moved(to: cursor - 1)
    case 2:
      guard history.canGoForward else { return }
      try history.goForward(in: store)
      moved(to: cursor + 1)
    default:
      guard !history.positions.isEmpty else { return }
      let position = history.positions.lowerBound + draw(history.positions.count)
      try history.go(to: position, in: store)
      moved(to: position)
    }
  }

  /// Performs an operation on both, with the given percentages of restores, moves and skipped
  /// actions.
  mutating func step(restores: Int, moves: Int, skips: Int) throws {
    let choice = draw(100)
    if choice < restores {
      restore()
    } else if choice < restores + moves {
      try move()
    } else if choice < restores + moves + skips {
      skip()
    } else {
      send()
    }
    try check()
  }

  private mutating func check() throws {
    let (positions, capacity, interval) = (history.positions, history.capacity, history.interval)
    try #require(store.current.value == changed ?? line[cursor])
    try #require(history.position == cursor)
    guard farthest > 0 else { return }
    try #require(positions.upperBound == line.count)
    // The capacity is always available, and not much more.
    try #require(positions.lowerBound <= max(farthest - capacity, 0))
    try #require(positions.lowerBound > farthest - capacity - interval)
    try #require(!positions.contains(positions.lowerBound - 1))
    // The store's own state may be a recorded one.
    let replaced = isReplaced.filter(positions.contains).count
    let bound = min(capacity + 1, capacity / interval + 2 + replaced)
    try #require(tokens.count <= bound + 1)
    let some = positions.lowerBound + draw(positions.count)
    let position = [positions.lowerBound, some, positions.upperBound - 1][draw(3)]
    try #require(history.isReplaced(at: position) == isReplaced.contains(position))
    try #require(try history.state(after: position).value == line[position])
  }

  func checkAll() throws {
    for position in history.positions {
      try #require(try history.state(after: position).value == line[position])
    }
  }
}

struct `A history and its model` {
  @Test(arguments: [1, 2, 3, 5, 10, 50, 200], [1, 2, 3, 7, 50, 300])
  func `agree on every position, whatever is restored or not recorded`(capacity: Int, interval: Int)
    throws
  {
    for (seed, restores, moves, skips) in [
      (1, 0, 0, 0), (2, 0, 30, 0), (3, 20, 0, 0), (4, 20, 30, 0), (5, 60, 10, 0), (6, 3, 3, 0),
      (7, 0, 0, 30), (8, 0, 30, 30), (9, 10, 10, 60), (10, 20, 20, 20),
    ] as [(UInt64, Int, Int, Int)] {
      var both = Compared(
        capacity: capacity, interval: interval, seed: seed, isSelective: skips > 0)
      for step in 0..<200 + capacity + interval {
        try both.step(restores: restores, moves: moves, skips: skips)
        if step.isMultiple(of: 100) { try both.checkAll() }
      }
      try both.checkAll()
    }
  }

  @Test(arguments: [1, 2, 20, 100], [1, 2, 30])
  func `keep one state more than the capacity when each was restored, and fewer afterwards`(
    capacity: Int, interval: Int
  ) throws {
    var both = Compared(capacity: capacity, interval: interval, seed: 1)
    for _ in 0..<3 * capacity + 5 {
      both.send()
      both.restore()
    }
    // One of them is the store's own.
    #expect(both.tokens.count == capacity + 1)
    for _ in 0..<capacity + interval { both.send() }
    #expect(both.tokens.count <= (capacity + interval - 1) / interval + 2)
    try both.checkAll()
  }

  @Test func `release all states and actions with the history`() {
    let tokens = LiveTokens()
    do {
      let history = History<Counted, CountedToken>(capacity: 20, interval: 3)
      let reducer = Reduce<Counted, CountedToken> { state, _ in
        state = Counted(value: state.value + 1, token: CountedToken(tokens))
        return .none
      }
      let store = Store(
        initialState: Counted(value: 0, token: CountedToken(tokens)),
        reducer: reducer.recording(into: history))
      for number in 0..<100 {
        store.send(CountedToken(tokens))
        if number > 50 { store.restore(Counted(value: 0, token: CountedToken(tokens))) }
      }
      #expect(tokens.count > 40)
    }
    #expect(tokens.count == 0)
  }
}

// MARK: - Memory

#if os(Linux)
  /// A state of 512 bytes without a buffer.
  private struct Large {
    typealias Eight<T> = (T, T, T, T, T, T, T, T)
    var words: Eight<Eight<Int>>

    init(_ word: Int) {
      let eight = (word, word, word, word, word, word, word, word)
      words = (eight, eight, eight, eight, eight, eight, eight, eight)
    }
  }

  /// Creates, fills and releases a history.
  private func live(restores: Int) {
    let history = History<Large, Int>(capacity: 1_000, interval: 500)
    let store = Store(
      initialState: Large(0),
      reducer: Reduce<Large, Int> { _, _ in .none }.recording(into: history))
    for number in 0..<1_000 {
      store.send(number)
      if number < restores { store.restore(Large(number)) }
    }
    for number in 0..<2_000 where restores > 0 { store.send(number) }
  }

  struct `The memory of a history` {
    // In processes of their own, without other allocations. The rings of a history without restores
    // have 12 kB, those with 500 restores up to 256 kB.
    @Test(.enabled(if: !keepsFreedMemory))
    func `is released at its end`() async {
      await #expect(processExitsWith: .success) {
        for _ in 0..<20 { live(restores: 0) }
        let before = residentBytes()
        for _ in 0..<1_000 { live(restores: 0) }
        precondition(residentBytes() - before < 4_000_000, "\(residentBytes() - before) bytes more")
      }
    }

    @Test(.enabled(if: !keepsFreedMemory))
    func `for restored states is released as well`() async {
      await #expect(processExitsWith: .success) {
        for _ in 0..<5 { live(restores: 500) }
        let before = residentBytes()
        for _ in 0..<100 { live(restores: 500) }
        precondition(residentBytes() - before < 8_000_000, "\(residentBytes() - before) bytes more")
      }
    }

    @Test(.enabled(if: !keepsFreedMemory))
    func `for restored states is released when they are out of reach`() async {
      // 80,000 states of 512 bytes are 40 MB.
      await #expect(processExitsWith: .success) {
        live(restores: 500)
        let history = History<Large, Int>(capacity: 100_000, interval: 100_000)
        let store = Store(
          initialState: Large(0),
          reducer: Reduce<Large, Int> { _, _ in .none }.recording(into: history))
        let before = residentBytes()
        for number in 0..<80_000 {
          store.send(number)
          store.restore(Large(number))
        }
        let full = residentBytes() - before
        precondition(full > 30_000_000, "\(full) bytes more")
        for number in 0..<200_000 { store.send(number) }
        let rest = residentBytes() - before
        precondition(rest < 20_000_000, "\(rest) bytes more")
      }
    }
  }
#endif
