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

  @Test func `a store for each feature reads as one store`() {
    for count in [1, 2, 9] {
      let shops = Copies(ShopFeature(), count: count)
      let stores = (0..<count).map { _ in Floor(ShopFeature()) }
      expectEqual(Floor(shops), PerFeature(stores), shops, "\(count) shops")
    }
  }

  @Test func `stores with several features each read as one store`() {
    for (count, groups) in [(1, 1), (5, 1), (5, 2), (7, 3), (8, 8)] {
      let shops = Copies(ShopFeature(), count: count)
      expectEqual(
        Floor(shops), Grouped(shops, groups: groups) { Floor($0) }, shops,
        "\(count) shops in \(groups) groups")
    }
  }

  @Test func `groups of the whole app read as one store of it`() {
    for (count, groups) in [(1, 1), (5, 2), (4, 4)] {
      let (one, other) = (AppFeature(copies: count), AppFeature(copies: count))
      expectEqual(
        Floor(one), Grouped(other, groups: groups) { Floor($0) }, one,
        "\(count) apps in \(groups) groups")
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

  @Test func `groups are contiguous, the larger ones first`() {
    #expect(Grouping(copies: 7, groups: 3).sizes == [3, 2, 2])
    #expect(Grouping(copies: 10, groups: 4).sizes == [3, 3, 2, 2])
    #expect(Grouping(copies: 6, groups: 6).sizes == [1, 1, 1, 1, 1, 1])
    #expect(Grouping(copies: 6, groups: 1).sizes == [6])
    let places = (0..<7).map { Grouping(copies: 7, groups: 3).place(of: $0) }
    #expect(places.map(\.group) == [0, 0, 0, 1, 1, 2, 2])
    #expect(places.map(\.copy) == [0, 1, 2, 0, 1, 0, 1])
  }

  @Test func `every copy has its own position, and group sizes differ by at most one`() {
    for copies in 1...40 {
      for groups in 1...copies {
        let grouping = Grouping(copies: copies, groups: groups)
        let places = (0..<copies).map { grouping.place(of: $0) }
        #expect(grouping.sizes.count == groups)
        #expect(grouping.sizes.reduce(0, +) == copies)
        #expect((grouping.sizes.max() ?? 0) - (grouping.sizes.min() ?? 0) <= 1)
        #expect(places.map(\.group) == places.map(\.group).sorted())
        let wanted = grouping.sizes.enumerated().flatMap { group, size in
          (0..<size).map { [group, $0] }
        }
        #expect(places.map { [$0.group, $0.copy] } == wanted)
      }
    }
  }
}
