import FlowCore
import FlowTestSupport
import Testing

/// The payload of an action: a number, with a check of its integrity.
private protocol Payload: Equatable, Sendable {
  init(_ number: Int)
  /// `nil` if the payload is damaged.
  var number: Int? { get }
}

extension CasePath where Root: Payload, Value: Payload {
  /// Embeds a number as the next one.
  fileprivate static var next: Self {
    Self({ Root(($0.number ?? 100) + 1) }) { Value(($0.number ?? 100) - 1) }
  }
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

/// The largest alignment of the language.
extension SIMD64<Double>: Payload {
  fileprivate init(_ number: Int) { self.init(repeating: Double(number)) }

  fileprivate var number: Int? {
    // The wrong address would crash before the value is wrong.
    let number = Int(self[0])
    return self == Self(number) ? number : nil
  }
}

/// A large payload with a reference.
private struct Held: Payload {
  let large: Large
  let text: String

  init(_ number: Int) {
    large = Large(number)
    // Too long for the inline storage of a string.
    text = "the number that this action carries: \(number)"
  }

  var number: Int? { large.number.flatMap { self == Held($0) ? $0 : nil } }
}

/// The smallest payload.
private struct Small: Payload {
  let byte: UInt8

  init(_ number: Int) { byte = UInt8(number) }

  var number: Int? { Int(byte) }
}

/// A size that is not a multiple of a word, whose last word is rewritten.
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

/// The numbers that have arrived; `nil` for damaged ones.
private struct Arrived: Equatable {
  var numbers: [Int?] = []
  var isAsked = false
}

private enum Outer<Load: Payload>: Equatable {
  case load(Load)
  /// Returns an effect that sends the payloads within an action.
  case ask
}

private struct ArrivedReducer<Load: Payload>: Reducer {
  let work: () -> Void

  func reduce(into state: inout Arrived, action: Outer<Load>) -> Effect<Outer<Load>> {
    switch action {
    case .load(let load): state.numbers.append(load.number)
    case .ask:
      state.isAsked.toggle()
      return .perform {
        work()
        return nil
      }
    }
    return .none
  }
}

private enum Way: CaseIterable {
  case alone, batch, run, fromEffect, batchFromEffect, fromObserver, batchFromObserver
}

@MainActor
struct `A large action` {
  /// Sends three actions through scopes, each of which adds one.
  private func numbers<Inner: Payload, Load: Payload>(
    of inner: Inner.Type, in load: Load.Type, levels: Int, way: Way
  ) async -> [Int?] {
    var work: () -> Void = {}
    let store = Store(initialState: Arrived(), reducer: ArrivedReducer<Load> { work() })
    var outer = store.scope(
      state: \.self,
      action: CasePath(Outer.load) { if case .load(let load) = $0 { load } else { nil } })
    for _ in 1..<levels {
      outer = outer.scope(state: \.self, action: .next)
    }
    let scope = outer.scope(state: \.self, action: CasePath<Load, Inner>.next)
    let actions = [Inner(1), Inner(2), Inner(3)]
    let alone: () -> Void = { for action in actions { scope.send(action) } }
    let batch: () -> Void = { scope.send(contentsOf: actions) }
    var kept: ObservationToken?
    switch way {
    case .alone: alone()
    case .batch: batch()
    case .run: for action in actions { await scope.sendAndWait(action) }
    case .fromEffect: work = alone
    case .batchFromEffect: work = batch
    case .fromObserver: kept = store.subscribe(to: \.isAsked) { _ in alone() }
    case .batchFromObserver: kept = store.subscribe(to: \.isAsked) { _ in batch() }
    }
    store.send(.ask)
    // They retain the store.
    work = {}
    kept?.cancel()
    return store.current.numbers
  }

  @Test(arguments: [1, 4, 10], Way.allCases)
  fileprivate func `of any size and alignment arrives unchanged`(levels: Int, way: Way) async {
    typealias Wide = SIMD64<Double>
    #expect(MemoryLayout<Large>.size == 300)
    #expect(MemoryLayout<Wide>.alignment > MemoryLayout<Int>.alignment)
    let expected: [Int?] = [1 + levels, 2 + levels, 3 + levels]
    for inner: any Payload.Type in [Large.self, Held.self, Wide.self, Small.self, Odd.self] {
      for load: any Payload.Type in [Large.self, Held.self, Wide.self, Small.self, Odd.self] {
        let found = await numbers(of: inner, in: load, levels: levels, way: way)
        #expect(found == expected, "\(inner) in \(load)")
      }
    }
  }

  @Test func `is released`() async {
    let live = LiveTokens()
    do {
      let store = Store(initialState: 0, reducer: TokenReducer())
      var scope = store.scope(state: \.self, action: .whole)
      for _ in 1..<10 { scope = scope.scope(state: \.self, action: .whole) }
      let kept = store.subscribe(to: \.self) { count in
        guard count < 4 else { return }
        scope.send(TokenAction(token: CountedToken(live)))
        scope.send(contentsOf: [CountedToken(live), CountedToken(live)].map(TokenAction.init))
      }
      scope.send(TokenAction(token: CountedToken(live)))
      await scope.sendAndWait(TokenAction(token: CountedToken(live)))
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
