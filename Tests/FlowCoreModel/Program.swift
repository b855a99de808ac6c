/// An action of a program for the part at the end of some moves.
package struct ProgramAction: Hashable, Sendable {
  var moves: [Move]
  var operation: Operation
  /// The index of the effect that it returns; `nil` for none.
  var effect: Int?
  /// The identity of the action in explored schedules.
  var token: Int?
  var payload: ActionPayload

  package init(
    moves: [Move], operation: Operation, effect: Int?, token: Int? = nil,
    payload: ActionPayload = .none
  ) {
    self.token = token
    self.payload = payload
    self.moves = moves
    self.operation = operation
    self.effect = effect
  }

  /// Returns the action relative to the start of a move.
  func behind(_ move: Move) -> ProgramAction {
    ProgramAction(
      moves: [move] + moves, operation: operation, effect: effect, token: token, payload: payload)
  }

  /// The action relative to the end of its first move.
  var inside: ProgramAction {
    ProgramAction(
      moves: Array(moves.dropFirst()), operation: operation, effect: effect, token: token,
      payload: payload)
  }
}

/// A description of an effect. Durations are in nanoseconds.
package indirect enum EffectScript: Hashable, Sendable {
  case none
  case send(ProgramAction)
  /// Synchronous work that sends to the whole store and then returns an action.
  case run(sends: Sending, answer: ProgramAction?)
  /// Sends to the whole store, sleeps, and returns an action.
  case task(sends: Sending, sleeps: [Int], answer: ProgramAction?)
  case failing(after: Int)
  /// Sleeps and sends in turn.
  case stream([Tick])
  case merge([EffectScript])
  case concatenate([EffectScript])
  case delay(Int)
  case cancel(String)
  case cancellable(String, inFlight: Bool, EffectScript)
  case debounced(String, Int, EffectScript)
  case throttled(String, Int, latest: Bool, EffectScript)
  case timeout(Int, late: ProgramAction?, EffectScript)
  case scoped(String, EffectScript)
}

/// One action of a stream and the time before it.
package struct Tick: Hashable, Sendable {
  var sleep: Int
  var answer: ProgramAction?

  package init(sleep: Int, answer: ProgramAction?) {
    self.sleep = sleep
    self.answer = answer
  }
}

/// A reducer that observes all actions of a level.
package enum Onlooker: String, CaseIterable, Hashable, Sendable {
  /// Adds to the other number before the level's reducers.
  case activity
  /// Logs the action and the state after it.
  case logging
  /// Returns the effect after the action's own if the number is even.
  case middleware
  /// Asynchronous work for each action, which sends an action for those with an effect.
  case asynchronous
}

/// The reducers of a store, level by level.
package struct ReducerPlan: Hashable, Sendable {
  /// A combinator.
  package enum Part: String, CaseIterable, Hashable, Sendable {
    /// The level's own reducer.
    case own
    case left, right, mirror, rows, list, table, ordered, detail, first, second

    /// A Boolean value that indicates whether it wraps the previous parts and does not follow them.
    var isAround: Bool {
      switch self {
      case .own, .left, .right, .mirror, .first, .second: false
      case .rows, .list, .table, .ordered, .detail: true
      }
    }
  }

  /// The parts in the order of combination, including `own`.
  var parts: [Part]
  /// A Boolean value that indicates whether the own reducer declares regions.
  var isDeclaring: Bool
  /// The observing reducers around all parts, in order.
  var onlookers: [Onlooker]
  /// The plan of all parts as a list of one; empty for the innermost level.
  var inner: [ReducerPlan]

  package init(
    parts: [Part], isDeclaring: Bool, onlookers: [Onlooker] = [], inner: [ReducerPlan]
  ) {
    self.parts = parts
    self.isDeclaring = isDeclaring
    self.onlookers = onlookers
    self.inner = inner
  }
}

extension Move {
  /// The combinator that reduces the actions for this move.
  var part: ReducerPlan.Part {
    switch self {
    case .left: .left
    case .right: .right
    case .mirror: .mirror
    case .row: .rows
    case .item: .list
    case .entry: .table
    case .nth: .ordered
    case .detail: .detail
    case .first: .first
    case .second: .second
    }
  }
}

/// The ways to create a scope.
package enum ScopeStyle: String, CaseIterable, Hashable, Sendable {
  case path, closure
  /// By a typed path, and by a scope made of such a scope.
  case typed, erased
}

/// The value that an observer reads of a part.
package enum Projection: String, CaseIterable, Hashable, Sendable {
  case number, other, whole, sum
}

/// An operation of a program.
package enum ProgramStep: Hashable, Sendable {
  case send(ProgramAction)
  /// Sends through scopes.
  case sendInside([Move], ScopeStyle, ProgramAction)
  /// Sends a batch through scopes, or to the store without moves.
  case sendBatch([Move], ScopeStyle, [ProgramAction])
  /// Sends and waits, in a task of its own.
  case run(ProgramAction)
  /// Cancels the task of the run with a number.
  case cancelRun(Int)
  /// Waits for a number of nanoseconds.
  case wait(Int)
  /// Subscribes to a part. The subscriber sends at its first three notifications.
  case subscribe([Move], ScopeStyle, Projection, sends: Sending?)
  /// Ends the subscription with a number.
  case unsubscribe(Int)
  /// Iterates over the states of a part in a task of its own, up to an optional number.
  case iterate([Move], ScopeStyle, Projection, most: Int?)
  /// Cancels the task of the iteration with a number.
  case cancelIteration(Int)
  /// Reads a part while Observation tracks it.
  case read([Move], ScopeStyle, Projection)
  case cancelEffects
  /// Sends within `withState`.
  case lend(Sending)
  /// Saves the state for a later restoration.
  case save
  case restore(Int)
  /// Moves in the history.
  case go(by: Int)
}

/// The size of a history.
package struct HistoryPlan: Hashable, Sendable {
  /// The number of steps back that are always possible.
  var capacity: Int
  var interval: Int

  package init(capacity: Int, interval: Int) {
    self.capacity = capacity
    self.interval = interval
  }
}

/// The operations of a test and the reducers of its store.
package struct Program: Hashable, Sendable {
  var reducer: ReducerPlan
  var history: HistoryPlan
  /// The effects of actions. The actions of an effect return only later effects, so that all
  /// programs end.
  var effects: [EffectScript]
  var steps: [ProgramStep]

  package init(
    reducer: ReducerPlan, history: HistoryPlan = HistoryPlan(capacity: 1_000, interval: 3),
    effects: [EffectScript], steps: [ProgramStep]
  ) {
    self.reducer = reducer
    self.history = history
    self.effects = effects
    self.steps = steps
  }
}

extension Program {
  /// The maximum number of actions with effects, because those of a small program may cause
  /// millions of others.
  static var maxEffects: Int { 60 }

  /// A Boolean value that indicates whether the program needs time.
  var takesTime: Bool {
    effects.contains(where: \.takesTime)
      || steps.contains { if case .iterate = $0 { true } else { false } }
  }
}

/// Makes all instants of a program different.
///
/// The order of two events at the same instant is unspecified, and so is the order in which two
/// works that start together begin to sleep. Effects therefore receive their instants when a
/// reducer returns them.
struct ProgramInstants {
  /// `false` to keep the instants of the program.
  private let isApart: Bool
  private let takesTime: Bool
  private var count = 0

  init(_ program: Program, isApart: Bool = true) {
    self.isApart = isApart
    takesTime = program.takesTime
  }

  /// Returns a unique duration.
  mutating func next(_ duration: Int) -> Int {
    count += 1
    return isApart ? duration + count * 1_000_003 : duration
  }

  /// Returns the sleeps of a work without sleeps; see `ProgramRun`.
  mutating func least() -> [Int] { takesTime ? [next(1)] : [] }
}

extension EffectScript {
  /// Returns the effect with unique instants.
  func timed(_ instants: inout ProgramInstants) -> EffectScript {
    switch self {
    case .none, .send, .run, .cancel: return self
    case .task(let sends, let sleeps, let answer):
      let own = sleeps.isEmpty ? instants.least() : sleeps.map { instants.next($0) }
      return .task(sends: sends, sleeps: own, answer: answer)
    case .failing(let duration): return .failing(after: instants.next(duration))
    case .stream(let ticks):
      let own = ticks.map { Tick(sleep: instants.next($0.sleep), answer: $0.answer) }
      return .stream(
        own.isEmpty ? instants.least().map { Tick(sleep: $0, answer: nil) } : own)
    case .merge(let plans): return .merge(plans.map { $0.timed(&instants) })
    case .concatenate(let plans): return .concatenate(plans.map { $0.timed(&instants) })
    case .delay(let duration): return .delay(instants.next(duration))
    case .cancellable(let id, let inFlight, let plan):
      return .cancellable(id, inFlight: inFlight, plan.timed(&instants))
    case .debounced(let id, let duration, let plan):
      return .debounced(id, instants.next(duration), plan.timed(&instants))
    case .throttled(let id, let duration, let latest, let plan):
      return .throttled(id, instants.next(duration), latest: latest, plan.timed(&instants))
    case .timeout(let duration, let late, let plan):
      return .timeout(instants.next(duration), late: late, plan.timed(&instants))
    case .scoped(let id, let plan): return .scoped(id, plan.timed(&instants))
    }
  }

  fileprivate var takesTime: Bool {
    switch self {
    case .none, .send, .run, .cancel: false
    case .task(_, let sleeps, _): !sleeps.isEmpty
    case .stream(let ticks): !ticks.isEmpty
    case .failing, .delay, .debounced, .throttled, .timeout: true
    case .merge(let plans), .concatenate(let plans): plans.contains(where: \.takesTime)
    case .cancellable(_, _, let plan), .scoped(_, let plan): plan.takesTime
    }
  }
}
