import FlowCore
import FlowTestSupport
import Observation
import Testing

private struct Board: Equatable {
  var numbers = Array(repeating: 0, count: 6)
  var first = 0
  var second = 0
  var chosen = 0
  var note: String?

  /// Depends on the chosen index.
  var shown: Int { numbers[chosen] }
}

private enum BoardAction {
  case number(Int, Int)
  case first(Int)
  case second(Int)
  case choose(Int)
  case note(String?)
  case answering
  case nothing
}

extension CasePath<BoardAction, (Int, Int)> {
  fileprivate static var number: Self {
    Self(BoardAction.number) {
      if case .number(let place, let number) = $0 { (place, number) } else { nil }
    }
  }
}

extension CasePath<BoardAction, String?> {
  fileprivate static var note: Self {
    Self(BoardAction.note) { if case .note(let note) = $0 { note } else { nil } }
  }
}

private struct BoardReducer: Reducer {
  func reduce(into state: inout Board, action: BoardAction) -> Effect<BoardAction> {
    switch action {
    case .number(let place, let value): state.numbers[place] = value
    case .first(let value): state.first = value
    case .second(let value): state.second = value
    case .choose(let place): state.chosen = place
    case .note(let note): state.note = note
    case .answering:
      state.first += 1
      return .send(.second(state.first))
    case .nothing: break
    }
    return .none
  }

  func region(of action: BoardAction) -> StateRegion {
    switch action {
    case .number(let place, _): .element(\Board.numbers, key: place)
    case .first: .part(\Board.first)
    case .second: .part(\Board.second)
    case .choose: .part(\Board.chosen)
    case .note: .part(\Board.note)
    case .answering: .part(\Board.first)
    case .nothing: .nothing
    }
  }
}

/// The values that were read.
private final class Log {
  var values: [Int] = []
}

/// A counter.
private final class Count: Sendable {
  nonisolated(unsafe) var value = 0
}

@MainActor
struct `A closure that observes a store` {
  private let store = Store(initialState: Board(), reducer: BoardReducer())
  private let log = Log()
  private let count = Count()

  @Test func `reads scopes, optional members, and computed parts`() throws {
    let row = try #require(store.scope(4, of: \.numbers, action: .number))
    let even = store.scope(state: { $0.first / 2 }, action: .whole)
    let kept = store.observe {
      let note = store.scope(optional: \.note, action: .note)?.state.count ?? -1
      log.values.append(row.state + 10 * even.state + 100 * store.shown + 1_000 * note)
    }
    store.send(.number(3, 1))
    store.send(.first(1))
    #expect(log.values == [-1_000])
    store.send(.number(4, 1))
    store.send(.first(2))
    store.send(.number(0, 5))
    store.send(.note("four"))
    // The note was absent at the first call.
    #expect(log.values == [-1_000, -999, -989, -489, 4_511])
    withExtendedLifetime(kept) {}
  }

  @Test func `is not called after its cancellation, also by itself`() {
    var kept: ObservationToken?
    kept = store.observe {
      log.values.append(store.first)
      if store.first == 2 { kept?.cancel() }
    }
    for value in 1...4 { store.send(.first(value)) }
    #expect(log.values == [0, 1, 2])
    #expect(store.counts.observers == 0)
    kept = nil
    #expect(store.counts.remembered == 0)
  }

  @Test func `may outlive its store, and does not retain it`() {
    weak var weakStore: Store<BoardReducer>?
    var kept: ObservationToken?
    do {
      let store = Store(initialState: Board(), reducer: BoardReducer())
      weakStore = store
      kept = store.observe { [unowned store, log] in log.values.append(store.first) }
      store.send(.first(1))
    }
    #expect(weakStore == nil)
    kept?.cancel()
    kept = nil
    #expect(log.values == [0, 1])
  }

  @Test func `inside another one is called for its own reads`() {
    var inner: [ObservationToken] = []
    let kept = store.observe {
      log.values.append(100 + store.first)
      if inner.isEmpty { inner.append(store.observe { log.values.append(store.second) }) }
      log.values.append(200 + store.chosen)
    }
    log.values = []
    store.send(.second(1))
    #expect(log.values == [1])
    store.send(.choose(2))
    #expect(log.values == [1, 100, 202])
    withExtendedLifetime((kept, inner)) {}
  }

  /// Returns the indices that a closure reads, which depend on the state.
  private static func read(_ state: Board, _ seed: UInt64) -> [Int] {
    (0..<6).filter { (seed >> UInt64($0 + 6 * (state.first & 7))) & 1 == 1 }
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `runs exactly when a part that it last read has changed`(number: UInt64) {
    var random = Congruent(state: number)
    let seed = random.next()
    var seen: [Int?] = []
    let rows = (0..<6).compactMap { store.scope($0, of: \.numbers, action: .number) }
    let kept = store.observe {
      _ = store.first
      let places = Self.read(store.current, seed)
      seen = (0..<6).map { places.contains($0) ? rows[$0].state : nil }
      log.values.append(0)
    }
    var expected = 1
    var known = store.current
    for _ in 0..<60 {
      let batch = (0..<Int.random(in: 1...3, using: &random)).map { _ -> BoardAction in
        Int.random(in: 0..<4, using: &random) == 0
          ? .first(Int.random(in: 0..<8, using: &random))
          : .number(
            Int.random(in: 0..<6, using: &random), Int.random(in: 0..<3, using: &random))
      }
      store.send(contentsOf: batch)
      let now = store.current
      let isConcerned =
        now.first != known.first
        || Self.read(known, seed).contains { now.numbers[$0] != known.numbers[$0] }
      if isConcerned { expected += 1 }
      known = now
      let places = Self.read(now, seed)
      #expect(log.values.count == expected)
      #expect(seen == (0..<6).map { places.contains($0) ? now.numbers[$0] : nil })
    }
    withExtendedLifetime(kept) {}
  }
}
