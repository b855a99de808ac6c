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
      (0, .m0(.init(index: 0, action: .start))),
      (4, .m1(.init(index: 1, action: .counter(.increment)))),
      (8, .m2(.init(index: 2, action: .setAge(1)))),
      (9, .m3(.init(index: 0, action: .loginFailed(.lockedOut)))),
      (13, .m4(.init(index: 1, action: .add(id: 1, text: "a")))),
      (17, .m5(.init(index: 2, action: .add("tea")))),
      (18, .m6(.init(index: 0, action: .search("a")))),
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
    let action = AppFeature.Action.m3(.init(index: 1, action: .login(user: "bob")))
    let state = reduced(app, action)
    let request = try #require(app.request(for: action, after: state))
    let answer = try #require(app.perform(request))
    let after = reduced(app, answer, from: state)
    #expect(state.m3.features[1].loginRequesting)
    #expect(!after.m3.features[1].loginRequesting)
    #expect(app.request(for: .m5(.init(index: 0, action: .add("tea"))), after: state) == nil)
  }

  @Test func `an action belongs to one kind`() {
    let action = AppFeature.Action.m5(.init(index: 1, action: .add("tea")))
    var parts = Extracting(action)
    app.visitParts(&parts)
    #expect(parts.kinds == [5])
    #expect(AppFeature.Part5.extract(action) == .init(index: 1, action: .add("tea")))
    #expect(AppFeature.Part5.embed(.init(index: 1, action: .add("tea"))) == action)
  }

  @Test func `values take as much room as those of an app written by hand`() {
    #expect(MemoryLayout<AppFeature.State>.size == 7 * MemoryLayout<[Int]>.size)
    #expect(MemoryLayout<AppFeature.Cursor>.size == 7 * MemoryLayout<[Int]>.size)
    // The kind has a byte of its own, because a generic enum must not use its payloads' spare bits.
    #expect(MemoryLayout<AppFeature.Action>.size == MemoryLayout<HandWritten>.size + 1)
    #expect(MemoryLayout<AppFeature.Action>.stride == MemoryLayout<HandWritten>.stride)
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
  var kinds: [Int] = []

  init(_ action: AppFeature.Action) { self.action = action }

  mutating func visit<Part: AppPart>(_ part: Part.Type)
  where Part.App == App, Part.Module: LeafFeature, Part.Module.Several == Copies<Part.Module> {
    if Part.extract(action) != nil { kinds.append(Part.kind) }
  }
}

/// The actions of the app, as somebody would write them down.
private enum HandWritten {
  case timer(Copies<TimerFeature>.Action)
  case primes(Copies<PrimesFeature>.Action)
  case profile(Copies<ProfileFeature>.Action)
  case login(Copies<LoginFeature>.Action)
  case notes(Copies<NotesFeature>.Action)
  case shop(Copies<ShopFeature>.Action)
  case search(Copies<SearchFeature>.Action)
}
