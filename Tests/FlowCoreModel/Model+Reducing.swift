/// An effect that a reducer returns.
enum ModelAsked {
  case effect(EffectScript, path: [ModelStep])
  case log(ProgramAction, Int)
  case fault(String)
}

extension [ModelAsked] {
  /// A Boolean value that indicates whether the only effect is a fault because a part is missing.
  var isRefusal: Bool {
    !isEmpty && allSatisfy { if case .fault("missingPart") = $0 { true } else { false } }
  }

  fileprivate func placed(at move: Move, _ part: (any ProgramState)?) -> [ModelAsked] {
    let step = ModelStep.part(move, id: move.isPosition ? part?.id : nil)
    return map { asked in
      switch asked {
      case .effect(let plan, let path): .effect(plan.embedded(in: [move]), path: [step] + path)
      case .log, .fault: asked
      }
    }
  }
}

extension Model {
  /// Reduces an action at a place and returns the effects in order.
  func reduce(
    _ action: ProgramAction, _ plan: ReducerPlan, at place: [Move] = []
  ) -> [ModelAsked] {
    for onlooker in plan.onlookers where onlooker == .activity {
      state.change(at: place[...]) { $0.other &+= 1 }
    }
    var asked = reduceParts(action, plan, at: place)
    guard let level = state.part(at: place) else { preconditionFailure("\(place) is not there") }
    for onlooker in plan.onlookers {
      switch onlooker {
      case .activity: break
      case .logging: asked.insert(.log(action, level.value(of: .whole)), at: 0)
      case .middleware:
        let next = Onlooker.effect(after: action, in: level, of: program.effects.count)
        if let next { asked += asking(program.effects[next]) }
      case .asynchronous:
        let answer = Onlooker.answer(to: action, in: level)
        asked += asking(.task(sends: [], sleeps: [], answer: answer))
      }
    }
    return asked
  }

  private func reduceParts(
    _ action: ProgramAction, _ plan: ReducerPlan, at place: [Move]
  ) -> [ModelAsked] {
    let move = action.moves.first
    // The innermost state has no parts.
    if plan.inner.isEmpty { return move == nil ? reduceOwn(action, at: place) : [] }
    let refusing = plan.parts.firstIndex(of: .rows)
    guard let index = plan.parts.firstIndex(of: move?.part ?? .own) else {
      return refusing == nil ? [] : takeRefused(at: place)
    }
    let isAround = plan.parts[index].isAround
    // The reducer of the rows reports earlier refusals if it is first.
    let refusedBefore =
      !isAround && refusing.map { $0 < index } == true ? takeRefused(at: place) : []
    guard let move else {
      let asked = refusedBefore + reduceOwn(action, at: place)
      return refusing.map { $0 > index } == true ? asked + takeRefused(at: place) : asked
    }
    let isMissing = state.part(at: place + [move]) == nil
    let asked: [ModelAsked] =
      isMissing
      ? [.fault("missingPart")]
      : reduce(action.inside, plan.inner[0], at: place + [move])
        .placed(at: move, state.part(at: place + [move]))
    // A missing member is a fault, and the reducers inside are not called.
    guard let refusing, refusing > index || isAround && !isMissing else {
      return refusedBefore + asked
    }
    return refusedBefore + asked + takeRefused(at: place)
  }

  private func reduceOwn(_ action: ProgramAction, at place: [Move]) -> [ModelAsked] {
    state.change(at: place[...]) { $0.apply(action.operation) }
    return action.effect.map { asking(program.effects[$0]) } ?? []
  }

  private func asking(_ plan: EffectScript) -> [ModelAsked] {
    let plan = plan.timed(&instants)
    return plan.isNothing ? [] : [.effect(plan, path: [])]
  }

  private func takeRefused(at place: [Move]) -> [ModelAsked] {
    var count = 0
    state.change(at: place[...]) { count = $0.takeRefusedRows() }
    return Array(repeating: .fault("duplicateIdentifier"), count: count)
  }

  /// Starts all effects and calls `done` when they have ended.
  func start(_ all: [ModelAsked], of run: ModelRun?, _ done: @escaping () -> Void) {
    var left = all.count + 1
    let end = {
      left -= 1
      if left == 0 { done() }
    }
    for asked in all {
      switch asked {
      case .effect(let plan, let path): start(plan, ModelContext(path: path, run: run), end)
      case .log(let action, let value):
        note(.logged(action, value))
        end()
      case .fault(let fault):
        note(.fault(fault))
        end()
      }
    }
    end()
  }
}
