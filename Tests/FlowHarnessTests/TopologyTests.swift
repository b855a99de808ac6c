import Testing
import Workloads

@testable import FlowHarness

/// Stores of every topology read as one store.
struct TopologyTests {

  /// Returns every reading of every slot of a store.
  private func readings<S: StoreUnderTest>(_ store: S, slots: Int) -> [[UInt64]] {
    [Reading.digest, .drawn, .derived].map { reading in
      (0..<slots).map { store.read(reading, slot: $0) }
    }
  }

  /// Sends the same actions to both stores and compares their readings.
  private func expectEqual<A: SynchronousStore, B: SynchronousStore>(
    _ one: A, _ many: B, _ feature: A.F, _ what: String
  ) where A.F == B.F {
    var (one, many) = (one, many)
    var generator = ActionGenerator(feature: feature, distribution: .zipf(exponent: 1), seed: 11)
    let start = readings(one, slots: feature.slotCount)
    #expect(start == readings(many, slots: feature.slotCount), "\(what), before the first action")
    for round in 1...8 {
      for _ in 0..<100 {
        let action = generator.next()
        one.send(action)
        many.send(action)
      }
      #expect(
        readings(one, slots: feature.slotCount) == readings(many, slots: feature.slotCount),
        "\(what), after \(round)00 actions")
    }
    #expect(readings(one, slots: feature.slotCount) != start, "\(what)")
    #expect(one.read(.structure, slot: 0) == UInt64(feature.slotCount))
    #expect(many.read(.structure, slot: 0) == UInt64(feature.slotCount), "\(what)")
  }

  @Test func `one store per module reads as one store`() {
    for count in [1, 2, 9] {
      let shops = Copies(ShopFeature(), count: count)
      let stores = (0..<count).map { _ in Floor(ShopFeature()) }
      expectEqual(Floor(shops), PerFeature(stores), shops, "\(count) shops")
    }
  }

  private typealias Floors<F: LeafFeature> = PerFeature<Floor<F>>

  /// Returns a floor for each module of the app.
  private func floors(_ app: AppFeature) -> some SynchronousStore<AppFeature> {
    func floors<F: LeafFeature>(_ copies: Copies<F>) -> Floors<F> {
      PerFeature((0..<copies.count).map { _ in Floor(copies.base) })
    }
    let modules = app.modules
    return AppStores<
      Floors<TimerFeature>, Floors<PrimesFeature>, Floors<ProfileFeature>, Floors<LoginFeature>,
      Floors<NotesFeature>, Floors<ShopFeature>, Floors<SearchFeature>
    >(
      app,
      [
        floors(modules.timer), floors(modules.primes), floors(modules.profile),
        floors(modules.login), floors(modules.notes), floors(modules.shop), floors(modules.search),
      ])
  }

  @Test func `stores of each kind of module read as one store of the app`() {
    for count in [1, 3] {
      let (one, other) = (AppFeature(copies: count), AppFeature(copies: count))
      expectEqual(Floor(one), floors(other), one, "\(count) apps by kind")
    }
  }
}
