/// Shrinks a failing program.
enum ProgramShrinker {
  static func shrink(_ program: Program, _ fails: (Program) -> Bool) -> Program {
    var smallest = program
    var hasShrunk = true
    while hasShrunk {
      hasShrunk = false
      for candidate in candidates(smallest) where fails(candidate) {
        smallest = candidate
        hasShrunk = true
        break
      }
    }
    return smallest
  }

  /// Returns slightly smaller programs, the smallest first.
  private static func candidates(_ program: Program) -> [Program] {
    var all: [Program] = []
    func add(_ change: (inout Program) -> Void) {
      var candidate = program
      change(&candidate)
      if candidate != program { all.append(candidate) }
    }
    let count = program.steps.count
    for length in [count / 2, count / 4, 1] where length > 0 {
      for start in stride(from: 0, to: count, by: length) {
        add { $0.steps.removeSubrange(start..<min(start + length, count)) }
      }
    }
    for index in program.effects.indices {
      for smaller in [.none] + program.effects[index].parts {
        add { $0.effects[index] = smaller }
      }
    }
    for index in program.steps.indices {
      for smaller in program.steps[index].smaller { add { $0.steps[index] = smaller } }
    }
    for smaller in program.reducer.smaller { add { $0.reducer = smaller } }
    add { $0.history = HistoryPlan(capacity: 1_000, interval: 3) }
    return all
  }
}

extension ReducerPlan {
  fileprivate var smaller: [ReducerPlan] {
    var all: [ReducerPlan] = []
    for index in parts.indices where parts[index] != .own {
      var less = self
      less.parts.remove(at: index)
      all.append(less)
    }
    for index in onlookers.indices {
      var less = self
      less.onlookers.remove(at: index)
      all.append(less)
    }
    for plan in inner.first?.smaller ?? [] {
      var less = self
      less.inner = [plan]
      all.append(less)
    }
    return all
  }
}

extension EffectScript {
  /// The parts of the effect, and the effect with smaller parts.
  fileprivate var parts: [EffectScript] {
    switch self {
    case .none, .cancel, .delay, .failing: []
    case .send(let action): action.smaller.map { .send($0) }
    case .run(let sends, let answer):
      sends.smaller.map { .run(sends: $0, answer: answer) }
        + less(answer).map { .run(sends: sends, answer: $0) }
    case .task(let sends, let sleeps, let answer):
      sends.smaller.map { .task(sends: $0, sleeps: sleeps, answer: answer) }
        + sleeps.lessOne.map { .task(sends: sends, sleeps: $0, answer: answer) }
        + less(answer).map { .task(sends: sends, sleeps: sleeps, answer: $0) }
    case .stream(let ticks): ticks.lessOne.map { .stream($0) }
    case .merge(let plans): plans + plans.lessOne.map { .merge($0) } + within(plans) { .merge($0) }
    case .concatenate(let plans):
      plans + plans.lessOne.map { .concatenate($0) } + within(plans) { .concatenate($0) }
    case .cancellable(let id, let inFlight, let plan):
      [plan] + plan.parts.map { .cancellable(id, inFlight: inFlight, $0) }
    case .debounced(let id, let duration, let plan):
      [plan] + plan.parts.map { .debounced(id, duration, $0) }
    case .throttled(let id, let duration, let latest, let plan):
      [plan] + plan.parts.map { .throttled(id, duration, latest: latest, $0) }
    case .timeout(let duration, let late, let plan):
      [plan] + plan.parts.map { .timeout(duration, late: late, $0) }
        + less(late).map { .timeout(duration, late: $0, plan) }
    case .scoped(let id, let plan): [plan] + plan.parts.map { .scoped(id, $0) }
    }
  }

  private func less(_ action: ProgramAction?) -> [ProgramAction?] {
    action.map { [nil] + $0.smaller } ?? []
  }

  private func within(
    _ plans: [EffectScript], _ make: ([EffectScript]) -> EffectScript
  ) -> [EffectScript] {
    plans.indices.flatMap { index in
      plans[index].parts.map { part in
        var smaller = plans
        smaller[index] = part
        return make(smaller)
      }
    }
  }
}

extension Array {
  /// The arrays without one of the elements.
  var lessOne: [[Element]] {
    indices.map { index in
      var less = self
      less.remove(at: index)
      return less
    }
  }
}

extension Sending {
  fileprivate var smaller: [Sending] {
    var all = actions.lessOne.map { Sending(actions: $0, way: way) }
    if way != .apart { all.append(Sending(actions: actions, way: .apart)) }
    if way == .scopedBatch { all.append(Sending(actions: actions, way: .batch)) }
    for index in actions.indices {
      for smaller in actions[index].smaller {
        var less = self
        less.actions[index] = smaller
        all.append(less)
      }
    }
    return all
  }
}

extension ProgramAction {
  fileprivate var smaller: [ProgramAction] {
    var all: [ProgramAction] = []
    if effect != nil { all.append(ProgramAction(moves: moves, operation: operation, effect: nil)) }
    if operation != .nothing {
      all.append(ProgramAction(moves: moves, operation: .nothing, effect: effect))
    }
    if !moves.isEmpty {
      all.append(
        ProgramAction(moves: Array(moves.dropLast()), operation: operation, effect: effect))
    }
    return all
  }
}

extension ProgramStep {
  fileprivate var smaller: [ProgramStep] {
    switch self {
    case .send(let action): action.smaller.map { .send($0) }
    case .run(let action): [.send(action)] + action.smaller.map { .run($0) }
    case .sendInside(let moves, let style, let action):
      action.smaller.map { .sendInside(moves, style, $0) }
        + (style == .path ? [] : [.sendInside(moves, .path, action)])
    case .sendBatch(let moves, let style, let actions):
      actions.lessOne.map { .sendBatch(moves, style, $0) }
        + (actions.count == 1 ? [.sendInside(moves, style, actions[0])] : [])
        + (style == .path ? [] : [.sendBatch(moves, .path, actions)])
    case .lend(let sending): sending.smaller.map { .lend($0) }
    case .subscribe(let moves, let style, let projection, let sends):
      sends.map { sends in
        [.subscribe(moves, style, projection, sends: nil)]
          + sends.smaller.map { .subscribe(moves, style, projection, sends: $0) }
      } ?? (style == .path ? [] : [.subscribe(moves, .path, projection, sends: nil)])
    case .go(let distance): abs(distance) > 1 ? [.go(by: distance - distance.signum())] : []
    case .read(let moves, let style, let projection):
      style == .path ? [] : [.read(moves, .path, projection)]
    case .iterate(let moves, let style, let projection, let most):
      most == nil && style == .path ? [] : [.iterate(moves, .path, projection, most: nil)]
    default: []
    }
  }
}
