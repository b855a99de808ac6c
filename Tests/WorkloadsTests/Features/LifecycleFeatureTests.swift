import Testing
import Workloads

@MainActor @Suite struct LifecycleFeatureTests {
  /// The stores that were created and released.
  final class Lives {
    var created = 0
    var alive = 0
    var sent = 0
    /// The actions of each life that are lost, a bit for each.
    var lost = 0
  }

  /// An object that exists as long as its store.
  private final class Life {
    private let lives: Lives

    init(_ lives: Lives) {
      self.lives = lives
      lives.created += 1
      lives.alive += 1
    }

    deinit { lives.alive -= 1 }
  }

  private struct CountedStore: @MainActor SynchronousStore {
    typealias F = CounterFeature

    let lives: Lives
    let life: Life
    private var state = CounterFeature.State()

    @MainActor init(_ lives: Lives) {
      self.lives = lives
      life = Life(lives)
    }

    @MainActor mutating func send(_ action: CounterFeature.Action) {
      defer { lives.sent += 1 }
      guard lives.lost >> (lives.sent % 4) & 1 == 0 else { return }
      CounterFeature().reduce(into: &state, action: action)
    }

    @MainActor func read(_ reading: Reading, slot: Int) -> UInt64 {
      CounterFeature().read(reading, state, slot: slot)
    }
  }

  private let feature = LifecycleFeature()

  @Test func `each action creates a store, sends four actions to it, and releases it`() {
    let lives = Lives()
    var stores = LifecycleStores(feature, others: [CountedStore(lives)]) { CountedStore(lives) }
    let all = actions(of: feature, .uniform, count: 10)
    for (index, action) in all.enumerated() {
      stores.send(action)
      #expect(lives.created == index + 2 && lives.alive == 1 && lives.sent == 4 * (index + 1))
    }
    let end = fold(feature, all).state
    #expect(stores.read(.digest, slot: 0) == feature.read(.digest, end, slot: 0))
  }

  @Test func `the digest depends on the actions of each life`() {
    let lives = Lives()
    var stores = LifecycleStores(feature, others: ()) { CountedStore(lives) }
    stores.send(.init(first: 1, second: 2))
    let end = reduced(feature, .init(first: 1, second: 3))
    #expect(stores.read(.digest, slot: 0) != feature.read(.digest, end, slot: 0))
  }

  @Test(arguments: 1..<16) func `a store that loses actions of a life has another digest`(lost: Int)
    async
  {
    let lives = Lives()
    lives.lost = lost
    let life = LifecycleFeature.Action(first: 1, second: 2)
    let end = reduced(feature, life)
    var stores = LifecycleStores(feature, others: ()) { CountedStore(lives) }
    stores.send(life)
    #expect(stores.read(.digest, slot: 0) != feature.read(.digest, end, slot: 0))
    let awaited = SuspendingLifecycleStores(feature, others: ()) {
      CountedStore(lives)
    } send: {
      $0.send($1)
    }
    await awaited.send(life)
    #expect(awaited.read(.digest, slot: 0) != feature.read(.digest, end, slot: 0))
  }

  @Test func `a store whose work is awaited has the same lives`() async {
    let lives = Lives()
    let stores = SuspendingLifecycleStores(feature, others: ()) {
      CountedStore(lives)
    } send: { store, action in
      await Task.yield()
      store.send(action)
    }
    let all = actions(of: feature, .uniform, count: 10)
    for action in all { await stores.send(action) }
    #expect(lives.created == 10 && lives.alive == 0 && lives.sent == 40)
    let end = fold(feature, all).state
    #expect(stores.read(.digest, slot: 0) == feature.read(.digest, end, slot: 0))
  }
}
