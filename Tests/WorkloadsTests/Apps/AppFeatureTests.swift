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
    #expect(state.login.features[1].loginRequesting)
    #expect(!after.login.features[1].loginRequesting)
    #expect(app.request(for: .shop(.init(index: 0, action: .add("tea"))), after: state) == nil)
  }

  @Test func `an action belongs to one kind`() {
    let action = AppFeature.Action.shop(.init(index: 1, action: .add("tea")))
    var parts = Extracting(action)
    AppFeature.visitParts(&parts)
    #expect(parts.owners == ["shop"])
    #expect(AppFeature.ShopPart.extract(action) == .init(index: 1, action: .add("tea")))
    #expect(AppFeature.ShopPart.embed(.init(index: 1, action: .add("tea"))) == action)
  }

  @Test(arguments: [Distribution.uniform, .session(users: 5)], [1, 3])
  func `the app is the fold of its parts`(distribution: Distribution, copies: Int) {
    let app = AppFeature(copies: copies, clock: SimulatedClock(step: 0))
    var sent: [AppFeature.Action] = []
    var state = app.initialState
    for action in actions(of: app, distribution, count: 3000) {
      var next: AppFeature.Action? = action
      while let action = next {
        sent.append(action)
        app.reduce(into: &state, action: action)
        let request = app.request(for: action, after: state)
        #expect(request == nil || app.mayRequest(action))
        next = request.flatMap { app.perform($0) }
      }
    }
    var check = PartCheck(app: app, sent: sent, end: state)
    AppFeature.visitParts(&check)
    #expect(check.names == ["timer", "primes", "profile", "login", "notes", "shop", "search"])
    #expect(app.slotCount == 7 * copies)
    #expect(check.taken == sent.count, "every action belongs to one part")
    #expect((0..<7).map { app.slot(rank: $0) } == (0..<7).map { $0 * copies })
    #expect(AppFeature.hasEffects)
  }

  @Test func `a slot that the app does not have is refused`() async {
    await #expect(processExitsWith: .failure) {
      let app = AppFeature(copies: 1)
      _ = app.drawn(app.initialState, slot: 7)
    }
  }

  @Test func `an action for a copy that does not exist is not accepted`() {
    #expect(app.accepts(.shop(.init(index: 2, action: .add("tea")))))
    #expect(!app.accepts(.shop(.init(index: 3, action: .add("tea")))))
    #expect(!app.accepts(.timer(.init(index: -1, action: .start))))
  }

  @Test func `an action that the module refuses is not accepted for a copy`() {
    let tallies = Copies(BigTallyFeature(), count: 2)
    #expect(tallies.accepts(.init(index: 1, action: .mark(3))))
    #expect(!tallies.accepts(.init(index: 1, action: .mark(-1))))
  }

  @Test func `a module is called by the words of its type`() {
    #expect(BigTallyFeature.name == "big-tally" && TimerFeature.name == "timer")
    #expect(Served<SearchFeature, NoService>.name == "served")
  }

  @Test func `a state and a cursor take the room of an array for each kind`() {
    #expect(MemoryLayout<AppFeature.State>.size == 7 * MemoryLayout<[Int]>.size)
    #expect(MemoryLayout<AppFeature.Cursor>.size == 7 * MemoryLayout<[Int]>.size)
    #expect(MemoryLayout<AppFeature.Action?>.size == MemoryLayout<AppFeature.Action>.size)
  }

  @Test func `all kinds get actions under every skew`() {
    for distribution in [.uniform, .zipf(exponent: 1.5), .session(users: 4)] as [Distribution] {
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

/// The kinds that find an action to be theirs.
private struct Extracting: AppPartVisitor {
  typealias App = AppFeature

  let action: AppFeature.Action
  var owners: [String] = []

  init(_ action: AppFeature.Action) { self.action = action }

  mutating func visit<Part: AppPart>(_ part: Part.Type) where Part.App == App {
    if Part.extract(action) != nil { owners.append(Part.Module.name) }
  }
}

/// A service without work.
private final class NoService: SimulatedService {
  func reduced(_ id: LoadActionID, isAnswer: Bool, asks: Bool) {}
  nonisolated(nonsending) func serve(_ id: LoadActionID) async -> Bool { true }
}
