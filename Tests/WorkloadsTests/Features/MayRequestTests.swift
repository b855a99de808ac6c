import Testing
import Workloads

/// A caller who asks for work only when it may be asked for misses none.
@Suite struct MayRequestTests {
  /// Follows actions and their answers; returns how many asked for work, and how many said they
  /// might.
  private func followed<F: Feature>(
    _ feature: F, _ distribution: Distribution, seed: UInt64
  ) -> (asked: Int, might: Int) {
    var state = feature.initialState
    var (asked, might) = (0, 0)
    for first in actions(of: feature, distribution, seed: seed, count: 3000) {
      var next: F.Action? = first
      while let action = next {
        feature.reduce(into: &state, action: action)
        let request = feature.request(for: action, after: state)
        let mayAsk = feature.mayRequest(action)
        #expect(
          request == nil || mayAsk, "\(F.self): \(action) asks for \(String(describing: request))")
        asked += request == nil ? 0 : 1
        might += mayAsk ? 1 : 0
        next = request.flatMap { feature.perform($0) }
      }
    }
    return (asked, might)
  }

  private func expectNoneMissed<F: Feature>(_ feature: F, asksRarely: Bool = true) {
    for distribution in [Distribution.uniform, .session(users: 3)] {
      for seed in [1, 2, 3] as [UInt64] {
        let (asked, might) = followed(feature, distribution, seed: seed)
        #expect((asked > 0) == F.hasEffects, "\(F.self) asked \(asked) times")
        #expect((might > 0) == F.hasEffects, "\(F.self) might have asked \(might) times")
        // About one independent action in 64 asks; a yes to all of them would prove nothing here.
        if asksRarely, distribution == .uniform {
          #expect(might < 3000 / 20, "\(F.self): \(might)")
        }
      }
    }
  }

  @Test func `an action that asks for work says beforehand that it may`() {
    expectNoneMissed(CounterFeature())
    expectNoneMissed(TimerFeature())
    expectNoneMissed(PrimesFeature())
    expectNoneMissed(ProfileFeature())
    expectNoneMissed(LoginFeature())
    expectNoneMissed(NotesFeature())
    expectNoneMissed(ShopFeature())
    expectNoneMissed(SearchFeature())
    expectNoneMissed(FavoritesFeature())
    expectNoneMissed(EchoFeature(), asksRarely: false)
    expectNoneMissed(LingerFeature(), asksRarely: false)
  }

  @Test func `so does an action of copies, and of the whole app`() {
    expectNoneMissed(Copies(PrimesFeature(), count: 3))
    expectNoneMissed(Copies(CounterFeature(), count: 3))
    expectNoneMissed(Copies(EchoFeature(), count: 3), asksRarely: false)
    expectNoneMissed(AppFeature(copies: 1))
    expectNoneMissed(AppFeature(copies: 4))
  }
}
