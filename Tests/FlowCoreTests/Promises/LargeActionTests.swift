import FlowCore
import Testing

/// What an action carries: a number, and whether all of it has arrived.
private protocol Payload: Equatable, Sendable {
  init(_ number: Int)
  /// `nil` if some of it is something else.
  var number: Int? { get }
}

/// 300 bytes.
private struct Large: Payload {
  var most: Four<Four<Four<Int32>>>
  var more: Four<Int64>
  var wide: Int64
  var last: Int32

  init(_ number: Int) {
    most = Four(Four(Four(Int32(number))))
    more = Four(Int64(number))
    wide = Int64(number)
    last = Int32(number)
  }

  var number: Int? {
    let number = Int(last)
    return self == Large(number) ? number : nil
  }
}

/// Aligned as strictly as the language does.
extension SIMD64<Double>: Payload {
  fileprivate init(_ number: Int) { self.init(repeating: Double(number)) }

  fileprivate var number: Int? {
    // What is read from a wrong place is a fault before it is wrong.
    let number = Int(self[0])
    return self == Self(number) ? number : nil
  }
}

/// Large, with a reference in it.
private struct Held: Payload {
  let large: Large
  let text: String

  init(_ number: Int) {
    large = Large(number)
    // Too long to lie in the string itself.
    text = "the number that this action carries: \(number)"
  }

  var number: Int? { large.number.flatMap { self == Held($0) ? $0 : nil } }
}

/// As small as an action is.
private struct Small: Payload {
  let byte: UInt8

  init(_ number: Int) { byte = UInt8(number) }

  var number: Int? { Int(byte) }
}

/// Of no whole number of words: its last one is written twice.
private struct Odd: Payload {
  let word: Int64
  let half: Int32
  let byte: UInt8

  init(_ number: Int) {
    word = Int64(number)
    half = Int32(number)
    byte = UInt8(number)
  }

  var number: Int? { self == Odd(Int(byte)) ? Int(byte) : nil }
}

/// The numbers that have arrived; `nil` for each that was damaged.
private struct Arrived: Equatable {
  var numbers: [Int?] = []
  var isAsked = false
}

private enum Outer<Load: Payload>: Equatable {
  case load(Load)
  /// Asks for an effect that sends what is to be sent from within an action.
  case ask
}

private struct ArrivedReducer<Load: Payload>: Reducer {
  let work: () -> Void

  func reduce(into state: inout Arrived, action: Outer<Load>) -> Effect<Outer<Load>> {
    switch action {
    case .load(let load): state.numbers.append(load.number)
    case .ask:
      state.isAsked.toggle()
      return .run {
        work()
        return nil
      }
    }
    return .none
  }
}

/// How an action is sent.
private enum Way: CaseIterable {
  case alone, batch, run, fromEffect, batchFromEffect, fromObserver, batchFromObserver
}

@MainActor
struct `A large action` {
  /// Sends three actions of one payload through scopes of another, each of which adds one.
  private func numbers<Inner: Payload, Load: Payload>(
    of inner: Inner.Type, in load: Load.Type, levels: Int, way: Way
  ) async -> [Int?] {
    var work: () -> Void = {}
    let store = Store(initialState: Arrived(), reducer: ArrivedReducer<Load> { work() })
    var outer = store.scope(state: \.self, action: { (load: Load) in Outer.load(load) })
    for _ in 1..<levels {
      outer = outer.scope(state: \.self, action: { (load: Load) in Load((load.number ?? 100) + 1) })
    }
    let scope = outer.scope(
      state: \.self, action: { (inner: Inner) in Load((inner.number ?? 100) + 1) })
    let actions = [Inner(1), Inner(2), Inner(3)]
    let alone: () -> Void = { for action in actions { scope.send(action) } }
    let batch: () -> Void = { scope.send(contentsOf: actions) }
    var kept: ObservationToken?
    switch way {
    case .alone: alone()
    case .batch: batch()
    case .run: for action in actions { await scope.run(action) }
    case .fromEffect: work = alone
    case .batchFromEffect: work = batch
    case .fromObserver: kept = store.subscribe(to: \.isAsked) { _ in alone() }
    case .batchFromObserver: kept = store.subscribe(to: \.isAsked) { _ in batch() }
    }
    store.send(.ask)
    // They hold the store.
    work = {}
    kept?.cancel()
    return store.current.numbers
  }

  @Test(arguments: [1, 4, 10], Way.allCases)
  fileprivate func `arrives through scopes as it was sent`(levels: Int, way: Way) async {
    #expect(MemoryLayout<Large>.size == 300)
    let expected: [Int?] = [1 + levels, 2 + levels, 3 + levels]
    #expect(await numbers(of: Large.self, in: Large.self, levels: levels, way: way) == expected)
    #expect(await numbers(of: Held.self, in: Held.self, levels: levels, way: way) == expected)
  }

  @Test(arguments: [1, 4, 10], Way.allCases)
  fileprivate func `lies in memory as it must be aligned`(levels: Int, way: Way) async {
    typealias Wide = SIMD64<Double>
    #expect(MemoryLayout<Wide>.alignment > MemoryLayout<Int>.alignment)
    let expected: [Int?] = [1 + levels, 2 + levels, 3 + levels]
    #expect(await numbers(of: Wide.self, in: Wide.self, levels: levels, way: way) == expected)
    #expect(await numbers(of: Small.self, in: Wide.self, levels: levels, way: way) == expected)
    #expect(await numbers(of: Wide.self, in: Held.self, levels: levels, way: way) == expected)
  }

  @Test(arguments: [1, 4, 10], Way.allCases)
  fileprivate func `may be made of a small one, or become one`(levels: Int, way: Way) async {
    let expected: [Int?] = [1 + levels, 2 + levels, 3 + levels]
    #expect(await numbers(of: Small.self, in: Held.self, levels: levels, way: way) == expected)
    #expect(await numbers(of: Held.self, in: Small.self, levels: levels, way: way) == expected)
  }

  @Test(arguments: [1, 4, 10], Way.allCases)
  fileprivate func `may end within a word`(levels: Int, way: Way) async {
    #expect(MemoryLayout<Odd>.size == 13 && MemoryLayout<Outer<Odd>>.size == 14)
    let expected: [Int?] = [1 + levels, 2 + levels, 3 + levels]
    #expect(await numbers(of: Odd.self, in: Odd.self, levels: levels, way: way) == expected)
    #expect(await numbers(of: Small.self, in: Odd.self, levels: levels, way: way) == expected)
    #expect(await numbers(of: Odd.self, in: Small.self, levels: levels, way: way) == expected)
    #expect(await numbers(of: Odd.self, in: Large.self, levels: levels, way: way) == expected)
  }

  @Test func `is let go of`() async {
    let live = LiveTokens()
    do {
      let store = Store(initialState: 0, reducer: TokenReducer())
      var scope = store.scope(state: \.self, action: { (action: TokenAction) in action })
      for _ in 1..<10 { scope = scope.scope(state: \.self, action: { $0 }) }
      let kept = store.subscribe(to: \.self) { count in
        guard count < 4 else { return }
        scope.send(TokenAction(token: CountedToken(live)))
        scope.send(contentsOf: [CountedToken(live), CountedToken(live)].map(TokenAction.init))
      }
      scope.send(TokenAction(token: CountedToken(live)))
      await scope.run(TokenAction(token: CountedToken(live)))
      store.withState { _ in scope.send(TokenAction(token: CountedToken(live))) }
      #expect(store.current > 6)
      #expect(live.count == 0)
      kept.cancel()
    }
    #expect(live.count == 0)
  }
}

private struct TokenAction {
  let filling = Large(0)
  let token: CountedToken

  init(token: CountedToken) { self.token = token }
}

private struct TokenReducer: Reducer {
  func reduce(into state: inout Int, action: TokenAction) -> Effect<TokenAction> {
    withExtendedLifetime(action.token) { state += 1 }
    return .none
  }
}
