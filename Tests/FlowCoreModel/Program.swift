/// An action of a program, for the part that the moves lead to.
package struct ProgramAction: Hashable, Sendable {
  var moves: [Move]
  var operation: Operation
  /// Which of the program's effects it asks for; `nil` for none.
  var effect: Int?
  /// Tells one answer from all others, where schedules are tried.
  var token: Int?

  package init(moves: [Move], operation: Operation, effect: Int?, token: Int? = nil) {
    self.token = token
    self.moves = moves
    self.operation = operation
    self.effect = effect
  }

  /// The same, seen from where a move starts.
  func behind(_ move: Move) -> ProgramAction {
    ProgramAction(moves: [move] + moves, operation: operation, effect: effect, token: token)
  }

  /// The same, seen from where the first move leads to.
  var inside: ProgramAction {
    ProgramAction(
      moves: Array(moves.dropFirst()), operation: operation, effect: effect, token: token)
  }
}

/// An effect, as data. Durations are nanoseconds.
package indirect enum EffectScript: Hashable, Sendable {
  case none
  case send(ProgramAction)
  /// Work done at once: sends to the whole store, then answers.
  case run(sends: [ProgramAction], answer: ProgramAction?)
  /// Sends to the whole store, sleeps, then answers.
  case task(sends: [ProgramAction], sleeps: [Int], answer: ProgramAction?)
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
  var answer: ProgramAction

  package init(sleep: Int, answer: ProgramAction) {
    self.sleep = sleep
    self.answer = answer
  }
}

/// Which reducers a program's store is made of, level by level.
package struct ReducerPlan: Hashable, Sendable {
  /// One combinator.
  package enum Part: String, CaseIterable, Hashable, Sendable {
    /// The level's own reducer.
    case own
    case left, right, mirror, rows, list, table, detail, first, second
  }

  /// In the order in which they are put together; `own` is among them.
  var parts: [Part]
  /// Whether the own reducer says what it may change.
  var isDeclaring: Bool
  /// That of all parts, in a list of one; the innermost level has none.
  var inner: [ReducerPlan]

  package init(parts: [Part], isDeclaring: Bool, inner: [ReducerPlan]) {
    self.parts = parts
    self.isDeclaring = isDeclaring
    self.inner = inner
  }

  /// Whether somebody reduces the actions for what a move leads to.
  func has(_ move: Move) -> Bool {
    let part: Part =
      switch move {
      case .left: .left
      case .right: .right
      case .mirror: .mirror
      case .row: .rows
      case .item: .list
      case .entry: .table
      case .detail: .detail
      case .first: .first
      case .second: .second
      }
    return parts.contains(part)
  }
}

/// How a scope is made, where there are two ways.
package enum ScopeStyle: String, Hashable, Sendable {
  case path, closure
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
  /// Sends and awaits, in a task of its own.
  case run(ProgramAction)
  /// Cancels the task of a `run`, counted from the first.
  case cancelRun(Int)
  /// Lets time pass, in nanoseconds.
  case wait(Int)
  /// Subscribes to a part; each time that it is told, up to three times, it sends.
  case subscribe([Move], ScopeStyle, Projection, sends: ProgramAction?)
  /// Ends a subscription, counted from the first.
  case unsubscribe(Int)
  /// Reads a part while Observation tracks it.
  case read([Move], Projection)
  case cancelEffects
  /// Sends while the state is lent.
  case lend([ProgramAction])
  /// Keeps the state, to be restored later.
  case save
  case restore(Int)
  case goBack, goForward
}

/// What a test does to a store, and what the store is made of.
package struct Program: Hashable, Sendable {
  var reducer: ReducerPlan
  /// What the actions of this and of other effects may ask for: only effects behind their own, so
  /// that every program ends.
  var effects: [EffectScript]
  var steps: [ProgramStep]

  package init(reducer: ReducerPlan, effects: [EffectScript], steps: [ProgramStep]) {
    self.reducer = reducer
    self.effects = effects
    self.steps = steps
  }
}

extension Program {
  /// How many actions may ask for effects: those of a small program may ask for millions of others.
  static var mostEffects: Int { 60 }

  /// Whether some effect waits for an instant.
  var takesTime: Bool { effects.contains(where: \.takesTime) }
}

extension EffectScript {
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
