import PublishedStores
import Testing
import Workloads

/// The shapes of the app and of copies.
@Suite struct AppShapeTests {
  /// Compares a shape with the feature, without effects.
  private func expectSame<F: Feature>(
    _ feature: F, _ reduce: (inout F.State, F.Action) -> Void
  ) {
    for distribution in [Distribution.uniform, .session(users: 3)] {
      var generator = ActionGenerator(feature: feature, distribution: distribution, seed: 2)
      var (state, expected) = (feature.initialState, feature.initialState)
      for _ in 0..<500 {
        let action = generator.next()
        reduce(&state, action)
        feature.reduce(into: &expected, action: action)
      }
      #expect(state == expected)
      #expect(state != feature.initialState)
    }
  }

  private func expectSameInEveryShape<F: Feature>(_ make: () -> F) {
    // Each with its own clock.
    let returning = make()
    let returningReducer = returning.returningReducer()
    expectSame(returning) { $0 = returningReducer($0, $1) }
    let (inPlace, command, effect, state) = (make(), make(), make(), make())
    let inoutReducer = inPlace.inoutReducer()
    expectSame(inPlace) { inoutReducer(&$0, $1) }
    let commandReducer = command.commandReducer(WorkInFlight())
    expectSame(command) { $0 = commandReducer($0, $1).0 }
    let effectReducer = effect.effectReducer()
    expectSame(effect) { _ = effectReducer(&$0, $1) }
    let stateReducer = state.stateReducer()
    expectSame(state) { $0 = stateReducer.reduce(oldState: $0, with: $1) }
  }

  @Test func `each shape reduces as the feature does`() {
    let still = Services(clock: SimulatedClock(step: 0))
    for copies in [1, 3] {
      expectSameInEveryShape { AppFeature(still, copies: copies) }
      expectSameInEveryShape { Copies(Workload.primes.make(still), count: copies) }
    }
    expectSameInEveryShape { Workload.primes.make(still) }
  }

  @Test func `each copy or kind with effects has a middleware`() {
    #expect(AppFeature(copies: 3).middlewares().count == 18)
    #expect(AppFeature(copies: 3).actionMiddlewares().count == 6)
    #expect(Copies(CounterFeature(), count: 3).middlewares().isEmpty)
    #expect(Copies(CounterFeature(), count: 3).actionMiddlewares().isEmpty)
    #expect(Copies(EchoFeature(), count: 3).middlewares().count == 3)
  }

  /// Checks the answer to an action in each shape with effects.
  private func expectAnswer<F: Feature>(
    _ answer: F.Action, to action: F.Action, of feature: F, otherwise other: F.Action
  ) async where F.Action: Equatable {
    var state = feature.initialState
    var sent: [F.Action] = []
    nonisolated(unsafe) var fed: [F.Action] = []
    for effect in feature.effectReducer()(&state, action) { effect { fed.append($0) } }
    #expect(fed == [answer])
    for middleware in feature.middlewares() {
      if let next = await middleware(state, action, feature.effectDependencies()) {
        sent.append(next)
      }
    }
    #expect(sent == [answer])
    var processed: [F.Action] = []
    for middleware in feature.actionMiddlewares() {
      if let next = await middleware.process(state: state, with: action) { processed.append(next) }
      #expect(await middleware.process(state: state, with: other) == nil)
    }
    #expect(processed == [answer])
  }

  @Test func `an answer is for the copy and module of its request`() async {
    await expectAnswer(
      .primes(.init(index: 2, action: .counter(.nthPrimeAnswered(nil)))),
      to: .primes(.init(index: 2, action: .counter(.nthPrimeRequested))),
      of: AppFeature(copies: 3), otherwise: .timer(.init(index: 2, action: .start)))
  }

  @Test(arguments: [Completion.immediate, .suspending])
  func `an answer is for the copy of its request`(completion: Completion) async {
    await expectAnswer(
      .init(index: 2, action: .answered(162)), to: .init(index: 2, action: .ask(5)),
      of: Copies(EchoFeature(completion: completion), count: 3),
      otherwise: .init(index: 2, action: .answered(1)))
  }
}
