import FlowTestSupport
import Foundation
import Testing

@testable import FlowCore

/// An executor of one thread with a stack of 512 KB, the size for secondary threads on Apple's
/// systems.
// Unsafe: jobs are accessed only while the condition is locked.
private final class SmallThread: SerialExecutor, @unchecked Sendable {
  static let shared = SmallThread()

  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []

  private init() {
    let thread = Thread { [self] in while true { nextJob().runSynchronously(on: executor) } }
    // Frames with a sanitizer are several times as large.
    thread.stackSize = TestBuild.mayBeSanitized ? 4 << 20 : 512 << 10
    thread.start()
  }

  private var executor: UnownedSerialExecutor { asUnownedSerialExecutor() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.withLock { jobs.append(job) }
    condition.signal()
  }

  private func nextJob() -> UnownedJob {
    condition.withLock {
      while jobs.isEmpty { condition.wait() }
      return jobs.removeFirst()
    }
  }
}

/// Returns an effect for 0, without keeping it, and appends other numbers.
private final class Asking: Reducer {
  private var effect: Effect<Int>

  init(_ effect: Effect<Int>) { self.effect = effect }

  func reduce(into state: inout [Int], action: Int) -> Effect<Int> {
    guard action == 0 else {
      state.append(action)
      return .none
    }
    defer { effect = .none }
    return effect
  }
}

extension CasePath<Int, Int> {
  fileprivate static var next: Self { Self({ $0 + 1 }) { $0 - 1 } }
}

extension CasePath<String, Int> {
  fileprivate static var text: Self { Self({ "\($0 + 1)" }) { Int($0).map { $0 - 1 } } }
}

extension CasePath<Int, String> {
  fileprivate static var number: Self { Self({ Int($0) ?? -1 }) { "\($0)" } }
}

/// A way to nest an effect.
private enum Nesting: CaseIterable {
  case mergeFirst, mergeLast, both, concatenateFirst, concatenateLast, map, cancellable, inFlight
  case scoped

  func around(_ effect: Effect<Int>, _ level: Int) -> Effect<Int> {
    switch self {
    case .mergeFirst: .merge(effect, .cancel(id: "none"))
    case .mergeLast: .merge(.cancel(id: "none"), effect)
    case .both: effect.merged(with: .cancel(id: "none"))
    case .concatenateFirst: .concatenate(effect, .cancel(id: "none"))
    case .concatenateLast: .concatenate(.cancel(id: "none"), effect)
    case .map: effect.map(.next)
    case .cancellable: effect.cancellable(id: level)
    case .inFlight: effect.cancellable(id: level, cancelInFlight: true)
    case .scoped: effect.namespaced(level)
    }
  }

  static func around(_ leaf: Effect<Int>, levels: Int, _ nestings: [Nesting]) -> Effect<Int> {
    var effect = leaf
    for level in 0..<levels { effect = nestings[level % nestings.count].around(effect, level) }
    return effect
  }
}

private actor Owner {
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    SmallThread.shared.asUnownedSerialExecutor()
  }

  /// Returns the actions of an effect that is created, performed and destroyed on this actor.
  func answers(of make: @Sendable () -> Effect<Int>) async -> [Int] {
    let store = Store(initialState: [], reducer: Asking(make()))
    await store.sendAndWait(0)
    #expect(store.effectsInFlight == 0)
    return store.current
  }

  func destroy(_ make: @Sendable () -> Effect<Int>) { _ = make() }
}

private func later(_ answer: Int) -> Effect<Int> {
  .task {
    await Task.yield()
    return answer
  }
}

private let leaves: [@Sendable () -> Effect<Int>] = [
  { .send(1) }, { .perform { 1 } }, { later(1) }, { .run { send in send(1) } },
]

struct `An effect of very many levels` {
  @Test(arguments: Nesting.allCases, leaves.indices)
  fileprivate func `sends as many actions as the effect inside`(
    _ nesting: Nesting, _ leaf: Int
  ) async {
    let answers = await Owner().answers { Nesting.around(leaves[leaf](), levels: 1_000, [nesting]) }
    #expect(answers == [nesting == .map ? 1_001 : 1])
    await Owner().destroy { Nesting.around(leaves[leaf](), levels: 1_000, [nesting]) }
  }

  @Test(arguments: leaves.indices)
  func `may be nested in all ways alternately`(_ leaf: Int) async {
    let nestings = Nesting.allCases
    let answers = await Owner().answers {
      Nesting.around(leaves[leaf](), levels: 100 * nestings.count, nestings)
    }
    #expect(answers == [101])
  }

  @Test func `may be nested in merges and sequences alternately, which end from the inside out`()
    async
  {
    let levels = 1_000
    let answers = await Owner().answers {
      var effect = later(1)
      for level in 2...levels { effect = .concatenate(.merge(.none, effect), .send(level)) }
      return effect
    }
    #expect(answers == Array(1...levels))
  }

  @Test func `may be nested in timeouts, none of which remains`() async {
    let answers = await Owner().answers {
      var effect = later(1)
      for _ in 0..<1_000 {
        effect = effect.timeout(after: .seconds(1_000), clock: ContinuousClock(), answer: 2)
      }
      return effect
    }
    #expect(answers == [1])
  }

  @Test func `may be nested in throttled effects, each of which opens an interval`() async {
    let answers = await Owner().answers {
      var effect = later(1)
      for level in 0..<500 {
        effect = effect.throttled(id: level, for: .milliseconds(1), clock: ContinuousClock())
      }
      return effect
    }
    #expect(answers == [1])
  }

  @Test func `starts its parts in order`() async {
    let levels = 1_000
    for first in [Effect.perform { 1 }, later(1), .send(1)] {
      nonisolated(unsafe) let first = first
      let merged = await Owner().answers {
        var effect = first
        for level in 2...levels { effect = .merge(effect, .perform { level }) }
        return effect
      }
      #expect(merged.sorted() == Array(1...levels))
      #expect(merged.filter { $0 > 1 } == Array(2...levels))
      let inSequence = await Owner().answers {
        var effect = first
        for level in 2...levels {
          effect = .concatenate(effect, level % 3 == 0 ? later(level) : .send(level))
        }
        return effect
      }
      #expect(inSequence == Array(1...levels))
    }
  }

  @Test func `is embedded in several types of actions`() async {
    let answers = await Owner().answers {
      var effect = Effect.merge(.perform { 1 }, later(1), .run { send in send(1) })
      for level in 0..<500 {
        effect = Effect.merge(effect.map(.text), .cancel(id: "none")).map(.number)
        if level % 100 == 0 { effect = effect.cancellable(id: level) }
      }
      return effect
    }
    #expect(answers == [501, 501, 501])
  }

  @Test(arguments: leaves.indices.dropFirst())
  func `stops the program if its actions are embedded more than 1,000 times`(_ leaf: Int) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [leaf = leaf as Int] in
      _ = Nesting.around(leaves[leaf](), levels: 1_001, [.map])
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("the actions of an effect must be embedded at most 1000 times"))
  }
}

struct `Immediate work that is embedded many times` {
  private let effect: Effect<Int> = {
    var effect = Effect<Int>.perform { 1 }
    for _ in 0..<500 { effect = effect.map(.text).map(.number) }
    return effect
  }()

  @Test func `is performed immediately, also by stores without asynchronous effects`() {
    #expect(effect.answerAtOnce() == 501)
    #expect(effect.namespaced("anywhere").answerAtOnce() == 501)
    #expect(Effect<Int>.perform { nil }.map(.next).answerAtOnce() == nil)
  }

  @Test func `is done before the send returns`() {
    let store = Store(initialState: [], reducer: Asking(effect))
    store.send(0)
    #expect(store.current == [501])
  }
}

@MainActor
struct `An effect in very many scopes` {
  private struct Waiting: Reducer {
    func reduce(into state: inout Int, action: Int) -> Effect<Int> {
      switch action {
      case 0:
        var effect = Effect<Int>.task {
          try await Task.sleep(for: .seconds(1_000))
          return nil
        }
        for scope in 1...200 { effect = effect.namespaced(scope).cancellable(id: "id \(scope)") }
        return effect
      case 1...200: return .cancel(id: action)
      case 201...400: return .cancel(id: "id \(action - 200)")
      default: return Effect.cancel(id: 7).namespaced(action == 500 ? 200 : 199)
      }
    }
  }

  @Test(arguments: [1, 2, 100, 199, 200, 201, 301, 400, 500])
  func `is cancelled by the name of each scope`(_ action: Int) async {
    let store = Store(initialState: 0, reducer: Waiting())
    store.send(0)
    #expect(store.effectsInFlight == 1)
    store.send(501)
    #expect(store.effectsInFlight == 1, "no such scope is inside that one")
    store.send(action)
    while store.effectsInFlight > 0 { await Task.yield() }
  }
}

struct `A name of an effect` {
  @Test func `reaches exactly the paths that list it`() {
    var random = Congruent(state: 1)
    func step() -> EffectStep {
      let id = AnyHashable(Int.random(in: 0..<3, using: &random))
      switch Int.random(in: 0..<4, using: &random) {
      case 0: return .identifier(id)
      case 1: return .scope(id)
      case 2: return .part(PartSite(id, of: Int.self))
      default: return .member(PartSite(id, of: Int.self), key: id)
      }
    }
    var reached = 0
    for _ in 0..<2_000 {
      let paths = (0..<2).map { _ in
        EffectPath().appending((0..<Int.random(in: 1..<6, using: &random)).map { _ in step() })
      }
      for name in paths[0].names {
        #expect(paths[0].isReached(by: name))
        #expect(paths[1].isReached(by: name) == paths[1].names.contains(name))
        if paths[1].isReached(by: name) { reached += 1 }
      }
    }
    #expect(reached > 100)
  }
}
