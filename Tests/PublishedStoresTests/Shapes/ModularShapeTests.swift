import PublishedStores
import Testing
import Workloads

/// Every shape of an app is made of the shapes of its modules, whatever their list.
@Suite struct ModularShapeTests {
  typealias Pair = ModularApp<
    CounterFeature, EchoFeature, NoModule, NoModule, NoModule, NoModule, NoModule, NoModule
  >

  private func pair(_ copies: Int, _ completion: Completion = .immediate) -> Pair {
    Pair(
      CounterFeature(), EchoFeature(completion: completion), NoModule(), NoModule(), NoModule(),
      NoModule(), NoModule(), NoModule(), copies: copies)
  }

  /// Reduces generated actions without their effects, in a shape and plainly.
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
    // Each with a world of its own: a clock remembers how often it was read.
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
      expectSameInEveryShape { pair(copies) }
      expectSameInEveryShape { AppFeature(still, copies: copies) }
      expectSameInEveryShape { Copies(Workload.primes.make(still), count: copies) }
    }
    expectSameInEveryShape { Workload.primes.make(still) }
  }

  @Test func `there is a middleware for each copy, or each kind, that has effects`() {
    #expect(pair(3).middlewares().count == 3)
    #expect(pair(3).actionMiddlewares().count == 1)
    #expect(AppFeature(copies: 3).middlewares().count == 18)
    #expect(AppFeature(copies: 3).actionMiddlewares().count == 6)
    #expect(Copies(CounterFeature(), count: 3).middlewares().isEmpty)
    #expect(Copies(CounterFeature(), count: 3).actionMiddlewares().isEmpty)
    #expect(Copies(EchoFeature(), count: 3).middlewares().count == 3)
  }

  @Test(arguments: [Completion.immediate, .suspending])
  func `an answer goes to the copy of the module that asked`(completion: Completion) async {
    let app = pair(3, completion)
    let action = Pair.Action.m1(.init(index: 2, action: .ask(5)))
    let answer = Pair.Action.m1(.init(index: 2, action: .answered(162)))
    var state = app.initialState
    var sent: [Pair.Action] = []
    nonisolated(unsafe) var fed: [Pair.Action] = []
    for effect in app.effectReducer()(&state, action) { effect { fed.append($0) } }
    #expect(fed == [answer])
    for middleware in app.middlewares() {
      if let next = await middleware(state, action, app.effectDependencies()) { sent.append(next) }
    }
    #expect(sent == [answer])
    for middleware in app.actionMiddlewares() {
      #expect(await middleware.process(state: state, with: action) == answer)
      #expect(
        await middleware.process(
          state: state, with: .m0(.init(index: 2, action: .increment(by: 1)))) == nil)
    }
  }
}
