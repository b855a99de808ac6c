package import FlowCore
internal import FlowTesting

/// The dependencies of a program's reducers and effects.
// Unchecked: confined to the thread that drives virtual time.
package final class ProgramWorld: @unchecked Sendable {
  let effects: [EffectScript]
  let clock: VirtualClock
  /// A Boolean value that indicates whether the action is not repeated by a history.
  var isAsking = false
  private var instants: ProgramInstants
  /// Sends to the whole store.
  var send: (Sending) -> Void = { _ in }
  /// Receives a logged action and the hash of the state.
  var log: (ProgramAction, Int) -> Void = { _, _ in }
  var works = WorkJournal()
  let probes = PayloadProbes()

  /// - Parameter isApart: A Boolean value that indicates whether all instants are different.
  init(_ program: Program, clock: VirtualClock, isApart: Bool) {
    effects = program.effects
    instants = ProgramInstants(program, isApart: isApart)
    self.clock = clock
  }

  /// Returns one of the program's effects.
  func effect(_ number: Int) -> Effect<ProgramAction> {
    isAsking ? effects[number].timed(&instants).effect(in: self) : .none
  }

  /// Returns the sleeps of a work without sleeps.
  func least() -> [Int] { isAsking ? instants.least() : [] }
}

struct PlannedFailure: Error {}

/// The reducer of one level, which performs the action and returns its effect.
struct OwnReducer<State: ProgramState>: Reducer {
  let world: ProgramWorld
  let isDeclaring: Bool

  func reduce(into state: inout State, action: ProgramAction) -> Effect<ProgramAction> {
    guard action.moves.isEmpty else { return .none }
    state.apply(action.operation)
    guard let effect = action.effect else { return .none }
    return world.effect(effect)
  }

  func region(of action: ProgramAction) -> StateRegion {
    guard isDeclaring else { return .unknown }
    return action.moves.isEmpty ? State.region(of: action.operation) : .nothing
  }
}

/// A type-erased reducer, because programs determine their reducers at run time.
package struct ErasedReducer<State: ProgramState>: Reducer {
  package typealias Action = ProgramAction
  private let base: any Reducer<State, ProgramAction>

  init(_ base: some Reducer<State, ProgramAction>) { self.base = base }

  package func reduce(
    into state: inout State, action: ProgramAction
  ) -> Effect<ProgramAction> { base.reduce(into: &state, action: action) }

  package func region(of action: ProgramAction) -> StateRegion { base.region(of: action) }
  package func stateWasReplaced(by state: State) { base.stateWasReplaced(by: state) }
  package func willReduceAnswer(_ action: ProgramAction) { base.willReduceAnswer(action) }

  package func _presence(of part: _PlacedPart, in state: State) -> _PartPresence? {
    base._presence(of: part, in: state)
  }
}

extension Node {
  package static func reducer(_ plan: ReducerPlan, _ world: ProgramWorld) -> ErasedReducer<Node> {
    let part = plan.inner.first.map { Part.reducer($0, world) }
    var whole: ErasedReducer<Node>?
    for next in plan.parts {
      guard next != .own, let part else {
        whole = joined(whole, OwnReducer(world: world, isDeclaring: plan.isDeclaring))
        continue
      }
      whole = adding(next, part, to: whole)
    }
    return (whole ?? ErasedReducer(EmptyReducer<Node, ProgramAction>()))
      .seen(by: plan.onlookers, in: world)
  }

  private static func joined(
    _ whole: ErasedReducer<Node>?, _ next: some Reducer<Node, ProgramAction>
  ) -> ErasedReducer<Node> {
    guard let whole else { return ErasedReducer(next) }
    return ErasedReducer(whole.combined(with: next))
  }

  private static func adding(
    _ kind: ReducerPlan.Part, _ part: ErasedReducer<Part>, to whole: ErasedReducer<Node>?
  ) -> ErasedReducer<Node> {
    let parent = whole ?? ErasedReducer(EmptyReducer<Node, ProgramAction>())
    switch kind {
    case .own: return parent
    case .left: return joined(whole, part.scoped(state: \Node.left, action: .at(.left)))
    case .right: return joined(whole, part.scoped(state: \Node.right, action: .at(.right)))
    case .mirror: return joined(whole, part.scoped(state: \Node.mirror, action: .at(.mirror)))
    case .rows:
      return ErasedReducer(parent.forEach(\.rows, part, action: .row))
    case .list:
      return ErasedReducer(parent.forEach(\.list, part, action: .item))
    case .table:
      return ErasedReducer(parent.forEach(\.table, part, action: .entry))
    case .ordered:
      return ErasedReducer(parent.forEach(\.ordered, part, action: .nth))
    case .detail: return ErasedReducer(parent.optional(\.detail, part, action: .at(.detail)))
    case .first:
      return joined(whole, onScreen(part.scoped(case: .first, action: .at(.first))))
    case .second:
      return joined(whole, onScreen(part.scoped(case: .second, action: .at(.second))))
    }
  }

  private static func onScreen(
    _ reducer: some Reducer<Screen<Part>, ProgramAction>
  ) -> some Reducer<Node, ProgramAction> {
    reducer.scoped(state: \Node.screen, action: .whole)
  }
}

// MARK: - Onlookers

extension ErasedReducer where State: ProgramState {
  /// Returns this reducer with observing reducers.
  func seen(by onlookers: [Onlooker], in world: ProgramWorld) -> ErasedReducer {
    onlookers.reduce(self) { base, onlooker in
      switch onlooker {
      case .activity:
        ErasedReducer(
          Reduce { state, _ in
            state.other &+= 1
            return .none
          }.combined(with: base))
      case .logging: ErasedReducer(base.logging { world.log($0, $1.value(of: .whole)) })
      case .middleware: ErasedReducer(base.middleware(NextEffect(world: world)))
      case .asynchronous: ErasedReducer(base.middleware(SlowAnswer(world: world)))
      }
    }
  }
}

extension Onlooker {
  /// Returns the effect of a middleware, which is after the action's own so that all programs end.
  static func effect(after action: ProgramAction, in state: any ProgramState, of count: Int) -> Int?
  {
    guard let next = action.effect.map({ $0 + 1 }), next < count, state.number.isMultiple(of: 2)
    else { return nil }
    return next
  }

  /// Returns the action of an asynchronous middleware; `nil` for its own actions.
  static func answer(to action: ProgramAction, in state: any ProgramState) -> ProgramAction? {
    guard action.effect != nil else { return nil }
    return ProgramAction(
      moves: action.moves, operation: .add(state.number.isMultiple(of: 2) ? 1 : 2), effect: nil)
  }
}

private struct NextEffect<State: ProgramState>: Middleware {
  let world: ProgramWorld

  func effect(of action: ProgramAction, in state: State) -> Effect<ProgramAction> {
    let next = Onlooker.effect(after: action, in: state, of: world.effects.count)
    return next.map { world.effect($0) } ?? .none
  }
}

private struct SlowAnswer<State: ProgramState>: Middleware {
  let world: ProgramWorld

  func effect(of action: ProgramAction, in state: State) -> Effect<ProgramAction> {
    // Without a capture list, with which the closure would change executors
    // (swiftlang/swift#87097).
    let clock = world.clock
    let probes = world.probes
    return AsyncMiddleware(dependencies: world.least()) { state, action, sleeps in
      for duration in sleeps { try? await clock.sleep(for: .nanoseconds(duration)) }
      return Onlooker.answer(to: action, in: state).map { probes.loaded($0) }
    }.effect(of: action, in: state)
  }
}

// MARK: - Effects

extension EffectScript {
  func effect(in world: ProgramWorld) -> Effect<ProgramAction> {
    let clock = world.clock
    func inner(_ plan: EffectScript) -> Effect<ProgramAction> { plan.effect(in: world) }
    switch self {
    case .none: return .none
    case .send(let action): return .send(world.probes.loaded(action))
    case .run(let sends, let answer):
      return .perform {
        world.send(sends)
        return answer.map { world.probes.loaded($0) }
      }
    case .task(let sends, let sleeps, let answer):
      let work = world.works.ask(isWaiting: !sleeps.isEmpty && answer != nil)
      let marked = world.works.marked(answer, by: work)
      return .task {
        world.works.begin(work)
        defer { world.works.end(work, isCancelled: Task.isCancelled) }
        world.send(sends)
        for duration in sleeps {
          try await clock.sleep(for: .nanoseconds(duration))
        }
        return marked.map { world.probes.loaded($0) }
      }
    case .failing(let duration):
      return .task {
        try await clock.sleep(for: .nanoseconds(duration))
        throw PlannedFailure()
      }
    case .stream(let ticks):
      return .run { send in
        for tick in ticks {
          try await clock.sleep(for: .nanoseconds(tick.sleep))
          if let answer = tick.answer { send(world.probes.loaded(answer)) }
        }
      }
    case .merge(let plans): return .merge(plans.map(inner))
    case .concatenate(let plans): return .concatenate(plans.map(inner))
    case .delay(let duration): return .delay(for: .nanoseconds(duration), clock: clock)
    case .cancel(let id): return .cancel(id: id)
    case .cancellable(let id, let inFlight, let plan):
      return inner(plan).cancellable(id: id, cancelInFlight: inFlight)
    case .debounced(let id, let duration, let plan):
      return inner(plan).debounced(id: id, for: .nanoseconds(duration), clock: clock)
    case .throttled(let id, let duration, let latest, let plan):
      return inner(plan).throttled(
        id: id, for: .nanoseconds(duration), clock: clock, latest: latest)
    case .timeout(let duration, let late, let plan):
      let work = world.works.count
      let effect = inner(plan)
      // The action of either a single work or this one.
      let isSingle = if case .task = plan { true } else { false }
      let marked = world.works.marked(late, insteadOf: isSingle ? work : nil)
      return effect.timeout(
        after: .nanoseconds(duration), clock: clock,
        answer: marked.map { world.probes.loaded($0) })
    case .scoped(let id, let plan): return inner(plan).namespaced(id)
    }
  }
}
