import Testing
import Workloads

@Suite struct AppFeatureTests {
  let app = AppFeature(copies: 3)

  func slotDigest(_ state: AppFeature.State, _ slot: Int) -> UInt64 {
    var digest = Digest()
    app.digest(state, slot: slot, into: &digest)
    return digest.value
  }

  @Test func `slots are numbered by kind first`() {
    #expect(app.slotCount == 21)
    let actions: [(Int, AppFeature.Action)] = [
      (0, .timer(.init(index: 0, action: .start))),
      (4, .primes(.init(index: 1, action: .counter(.increment)))),
      (8, .profile(.init(index: 2, action: .setAge(1)))),
      (9, .login(.init(index: 0, action: .loginFailed(.lockedOut)))),
      (13, .notes(.init(index: 1, action: .add(id: 1, text: "a")))),
      (17, .shop(.init(index: 2, action: .add("tea")))),
      (18, .search(.init(index: 0, action: .search("a")))),
    ]
    let before = app.initialState
    for (touched, action) in actions {
      let after = reduced(app, action)
      for slot in 0..<21 {
        #expect((slotDigest(before, slot) != slotDigest(after, slot)) == (slot == touched))
        #expect(
          (app.drawn(before, slot: slot) != app.drawn(after, slot: slot)) == (slot == touched))
      }
    }
  }

  @Test func `neighbouring ranks are of different kinds, and every slot has a rank`() {
    #expect((0..<8).map { app.slot(rank: $0) } == [0, 3, 6, 9, 12, 15, 18, 1])
    #expect(Set((0..<21).map { app.slot(rank: $0) }) == Set(0..<21))
    #expect((0..<4).map { CounterFeature().slot(rank: $0) } == [0, 1, 2, 3])
  }

  @Test func `an answer goes to the module that asked`() throws {
    let action = AppFeature.Action.login(.init(index: 1, action: .login(user: "bob")))
    let state = reduced(app, action)
    let request = try #require(app.request(for: action, after: state))
    let answer = try #require(app.perform(request))
    let after = reduced(app, answer, from: state)
    #expect(state.logins.features[1].loginRequesting)
    #expect(!after.logins.features[1].loginRequesting)
    #expect(app.request(for: .shop(.init(index: 0, action: .add("tea"))), after: state) == nil)
  }

  @Test func `an action belongs to one kind`() {
    let action = AppFeature.Action.shop(.init(index: 1, action: .add("tea")))
    #expect(action.shop == .init(index: 1, action: .add("tea")))
    #expect(action.timer == nil && action.primes == nil && action.profile == nil)
    #expect(action.login == nil && action.notes == nil && action.search == nil)
  }

  @Test func `all kinds get actions under every skew`() {
    for distribution in [.uniform, .zipf(exponent: 1.5), .session(people: 4)] as [Distribution] {
      var state = app.initialState
      for action in actions(of: app, distribution, count: 20_000) {
        app.reduce(into: &state, action: action)
      }
      for kind in 0..<7 {
        let slot = kind * 3
        #expect(slotDigest(state, slot) != slotDigest(app.initialState, slot))
      }
    }
  }
}
