import Testing
import Workloads

/// The generators of all modules.
@Suite struct GeneratedActionsTests {
  /// Returns the digest of a feature's states over 2,000 actions with immediate effects.
  func trail<F: Feature>(_ feature: F, _ distribution: Distribution) -> UInt64 {
    WorkloadsTests.trail(
      feature, actions(of: feature, distribution, seed: 42, count: 2000))
  }

  @Test func `independent actions are the same on every platform`() {
    let digests: [UInt64] = [
      15_295_815_622_919_175_229, 15_336_346_228_396_565_501, 8_669_179_757_929_837_102,
      16_708_314_085_923_079_527, 7_320_133_534_802_465_959, 17_919_868_825_997_922_279,
      15_688_170_093_377_448_548, 2_956_378_451_473_824_029, 4_346_400_395_662_223_923,
      7_045_481_305_201_719_875,
    ]
    for (module, digest) in zip(allModules, digests) {
      let found = trail(module, .uniform)
      #expect(found == digest, "\(module)")
    }
  }

  @Test func `sessions are the same on every platform`() {
    let digests: [UInt64] = [
      14_593_565_660_464_653_254, 4_740_957_551_669_792_543, 5_921_181_586_574_881_852,
      2_215_592_393_853_701_076, 14_115_712_553_509_922_566, 10_126_167_328_471_439_873,
      11_807_043_452_840_461_535, 6_355_298_594_983_301_120, 12_418_576_733_472_076_772,
      18_209_084_841_954_580_030,
    ]
    for (module, digest) in zip(allModules, digests) {
      let found = trail(module, .session(users: 1))
      #expect(found == digest, "\(module)")
    }
  }

  @Test func `actions of the app are the same on every platform under every distribution`() {
    #expect(trail(AppFeature(copies: 3), .uniform) == 9_438_062_416_235_093_760)
    #expect(trail(AppFeature(copies: 3), .zipf(exponent: 1)) == 16_423_093_106_466_485_273)
    #expect(trail(AppFeature(copies: 3), .zipf(exponent: 1.2)) == 6_908_947_927_620_359_923)
    #expect(
      trail(AppFeature(copies: 3), .hotspot(slots: 0.1, actions: 0.9)) == 14_795_689_172_492_573_557
    )
    #expect(trail(AppFeature(copies: 3), .burst(meanLength: 32)) == 18_217_178_048_740_857_656)
    #expect(trail(AppFeature(copies: 3), .session(users: 8)) == 13_713_858_622_683_052_655)
    #expect(trail(AppFeature(copies: 3), .first) == 10_793_689_890_740_864_568)
  }

  /// Returns the mean length of 20,000 sessions of at most 10,000 actions.
  func meanLength<F: LeafFeature>(_ feature: F) -> Double {
    var random = SplitMix64(seed: 8)
    var cursor = feature.initialCursor
    var total = 0
    for _ in 0..<20_000 {
      var length = 0
      while feature.nextAction(cursor: &cursor, style: .session, using: &random) != nil {
        length += 1
        precondition(length < 10_000, "a session does not end")
      }
      precondition(length > 0, "a session has no action")
      total += length
    }
    return Double(total) / 20_000
  }

  func isClose(_ mean: Double, to expected: Int) -> Bool {
    abs(mean / Double(expected) - 1) < 0.04
  }

  @Test func `sessions have their mean length`() {
    let means: [(Double, Int)] = [
      (meanLength(CounterFeature()), CounterFeature.meanSessionLength),
      (meanLength(TimerFeature()), TimerFeature.meanSessionLength),
      (meanLength(PrimesFeature()), PrimesFeature.meanSessionLength),
      (meanLength(ProfileFeature()), ProfileFeature.meanSessionLength),
      (meanLength(LoginFeature()), LoginFeature.meanSessionLength),
      (meanLength(NotesFeature()), NotesFeature.meanSessionLength),
      (meanLength(ShopFeature()), ShopFeature.meanSessionLength),
      (meanLength(SearchFeature()), SearchFeature.meanSessionLength),
      (meanLength(FavoritesFeature()), FavoritesFeature.meanSessionLength),
      (meanLength(EchoFeature()), EchoFeature.meanSessionLength),
    ]
    for (mean, expected) in means { #expect(isClose(mean, to: expected)) }
  }

  @Test func `about one independent action in 64 requests work`() {
    func share<F: Feature>(_ feature: F) -> Double {
      Double(fold(feature, actions(of: feature, count: 100_000)).requestCount) / 100_000
    }
    for share in [
      share(TimerFeature()), share(PrimesFeature()), share(ProfileFeature()),
      share(LoginFeature()), share(NotesFeature()), share(SearchFeature()),
    ] {
      #expect(share > 1 / 80.0 && share < 1 / 52.0)
    }
  }

  /// Compiles only for cursors that are plain bytes.
  func size<C: BitwiseCopyable>(_ cursor: C.Type) -> Int { MemoryLayout<C>.size }

  @Test func `a cursor fits into one word`() {
    let sizes = [
      size(CounterFeature.Cursor.self), size(TimerFeature.Cursor.self),
      size(PrimesFeature.Cursor.self), size(ProfileFeature.Cursor.self),
      size(LoginFeature.Cursor.self), size(NotesFeature.Cursor.self),
      size(ShopFeature.Cursor.self), size(SearchFeature.Cursor.self),
      size(FavoritesFeature.Cursor.self), size(EchoFeature.Cursor.self),
      size(LingerFeature.Cursor.self),
    ]
    for size in sizes { #expect(size <= 8) }
  }

  @Test func `strings in actions need no allocation`() {
    for text in actions(of: ShopFeature(), count: 500).map({ "\($0)" }) {
      #expect(text.utf8.count <= 15 + #"remove("")"#.utf8.count)
    }
    for case .setName(let name) in actions(of: ProfileFeature(), .session(users: 1), count: 500) {
      #expect(name.utf8.count <= 15)
    }
    for case .login(let user) in actions(of: LoginFeature(), .session(users: 1), count: 500) {
      #expect(user.utf8.count <= 15)
    }
    for case .setResults(let query, let words) in actions(of: SearchFeature(), count: 500) {
      #expect(query.utf8.count <= 15 && words.allSatisfy { $0.utf8.count <= 15 })
    }
  }
}
