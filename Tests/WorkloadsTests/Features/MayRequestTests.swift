import Testing
import Workloads

/// Compares `mayRequest` with the requests of actions.
@Suite struct MayRequestTests {
  /// Returns the number of actions and answers that requested work, and that might have.
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
        // About one independent action in 64 requests work.
        if asksRarely, distribution == .uniform {
          #expect(might < 3000 / 20, "\(F.self): \(might)")
        }
      }
    }
  }

  @Test func `an action that requests work may request work`() {
    for module in allModules {
      expectNoneMissed(module, asksRarely: !(module is EchoFeature || module is LingerFeature))
    }
  }

  @Test func `an action of copies that requests work may request work`() {
    expectNoneMissed(Copies(PrimesFeature(), count: 3))
    expectNoneMissed(Copies(CounterFeature(), count: 3))
    expectNoneMissed(Copies(EchoFeature(), count: 3), asksRarely: false)
    expectNoneMissed(AppFeature(copies: 1))
    expectNoneMissed(AppFeature(copies: 4))
  }
}
