/// An action of a program, for the part that the moves lead to.
package struct ProgramAction: Hashable, Sendable {
  var moves: [Move]
  var operation: Operation
  /// Which of the program's effects it asks for; `nil` for none.
  var effect: Int?
  /// Tells one answer from all others, where schedules are tried.
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

  /// The same, seen from where a move starts.
  func behind(_ move: Move) -> ProgramAction {
    ProgramAction(
      moves: [move] + moves, operation: operation, effect: effect, token: token, payload: payload)
  }

  /// The same, seen from where the first move leads to.
  var inside: ProgramAction {
    ProgramAction(
      moves: Array(moves.dropFirst()), operation: operation, effect: effect, token: token,
      payload: payload)
  }
}

/// An effect, as data. Durations are nanoseconds.
package indirect enum EffectScript: Hashable, Sendable {
  case none
  case send(ProgramAction)
  /// Work done at once: sends to the whole store, then answers.
  case run(sends: Sending, answer: ProgramAction?)
  /// Sends to the whole store, sleeps, then answers.
  case task(sends: Sending, sleeps: [Int], answer: ProgramAction?)
  case failing(after: Int)
  /// Sleeps and answers in turn.
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

/// One answer of a stream, and the time before it.
package struct Tick: Hashable, Sendable {
  var sleep: Int
  var answer: ProgramAction?

  package init(sleep: Int, answer: ProgramAction?) {
    self.sleep = sleep
    self.answer = answer
  }
}

/// What sees all actions of a level.
package enum Onlooker: String, CaseIterable, Hashable, Sendable {
  /// Adds to the other number, before the level's reducers.
  case activity
  /// Says the action, and the state after it.
  case logging
  /// Asks for the effect behind the action's, if the number is even after it.
  case middleware
  /// Work for each action, which answers those that have an effect.
  case asynchronous
}

/// Which reducers a program's store is made of, level by level.
package struct ReducerPlan: Hashable, Sendable {
  /// One combinator.
  package enum Part: String, CaseIterable, Hashable, Sendable {
    /// The level's own reducer.
    case own
    case left, right, mirror, rows, list, table, ordered, detail, first, second

    /// Whether it is put around the parts before it, and not behind them.
    var isAround: Bool {
      switch self {
      case .own, .left, .right, .mirror, .first, .second: false
      case .rows, .list, .table, .ordered, .detail: true
      }
    }
  }

  /// In the order in which they are put together; `own` is among them.
  var parts: [Part]
  /// Whether the own reducer says what it may change.
  var isDeclaring: Bool
  /// Who is put around all of them, in this order.
  var onlookers: [Onlooker]
  /// That of all parts, in a list of one; the innermost level has none.
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
  /// Who reduces the actions for what it leads to.
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

/// How a scope is made, where there are several ways.
package enum ScopeStyle: String, CaseIterable, Hashable, Sendable {
  case path, closure
  /// By a path that is known as a type; and a scope of one level made of such a scope.
  case typed, erased
}

/// What an observer reads of a part.
package enum Projection: String, CaseIterable, Hashable, Sendable {
  case number, other, whole, sum
}

/// One thing that a test does to a store.
package enum ProgramStep: Hashable, Sendable {
  case send(ProgramAction)
  /// Sends through scopes.
  case sendInside([Move], ScopeStyle, ProgramAction)
  /// Sends a batch through scopes; without moves, to the store.
  case sendBatch([Move], ScopeStyle, [ProgramAction])
  /// Sends and awaits, in a task of its own.
  case run(ProgramAction)
  /// Cancels the task of a `run`, counted from the first.
  case cancelRun(Int)
  /// Lets time pass, in nanoseconds.
  case wait(Int)
  /// Subscribes to a part; each time that it is notified, up to three times, it sends.
  case subscribe([Move], ScopeStyle, Projection, sends: Sending?)
  /// Ends a subscription, counted from the first.
  case unsubscribe(Int)
  /// Iterates over the states of a part: over so many of them, if it is said, and from a task of its
  /// own.
  case iterate([Move], ScopeStyle, Projection, most: Int?)
  /// Cancels the task of an iteration, counted from the first.
  case cancelIteration(Int)
  /// Reads a part while Observation tracks it.
  case read([Move], ScopeStyle, Projection)
  case cancelEffects
  /// Sends while the state is lent.
  case lend(Sending)
  /// Keeps the state, to be restored later.
  case save
  case restore(Int)
  /// Goes so many steps forward in the history; back, if less than none.
  case go(by: Int)
}

/// How much a program's history remembers.
package struct HistoryPlan: Hashable, Sendable {
  /// How many steps back are always possible.
  var capacity: Int
  var interval: Int

  package init(capacity: Int, interval: Int) {
    self.capacity = capacity
    self.interval = interval
  }
}

/// What a test does to a store, and what the store is made of.
package struct Program: Hashable, Sendable {
  var reducer: ReducerPlan
  var history: HistoryPlan
  /// What the actions of this and of other effects may ask for: only effects behind their own, so
  /// that every program ends.
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
  /// How many actions may ask for effects: those of a small program may ask for millions of others.
  static var maxEffects: Int { 60 }

  /// Whether some effect waits for an instant, or somebody iterates, and leaves in a task.
  var takesTime: Bool {
    effects.contains(where: \.takesTime)
      || steps.contains { if case .iterate = $0 { true } else { false } }
  }
}

/// Sees to it that no two sleeps of a program end at the same instant, though they may be asked for
/// alike.
///
/// What is first of two things that happen at the same instant, nobody promises; where that may not
/// matter, nothing may happen at the same instant. Nor does anybody promise which of two works that
/// start together is the first to sleep: effects get their instants when a reducer asks for them.
struct ProgramInstants {
  /// `false` for instants as they were asked for.
  private let isApart: Bool
  private let takesTime: Bool
  private var count = 0

  init(_ program: Program, isApart: Bool = true) {
    self.isApart = isApart
    takesTime = program.takesTime
  }

  /// A duration that nobody else has.
  mutating func next(_ duration: Int) -> Int {
    count += 1
    return isApart ? duration + count * 1_000_003 : duration
  }

  /// What a work waits for that is not asked to wait for anything; see `ProgramRun`.
  mutating func least() -> [Int] { takesTime ? [next(1)] : [] }
}

extension EffectScript {
  /// The same, with instants of its own.
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
