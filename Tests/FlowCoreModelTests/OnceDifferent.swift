import FlowCoreModel

private typealias Action = ProgramAction

/// Shrunken programs for which a store and the model differed.
let onceDifferent: [Program] = [
  // Merged works: the loop that shares them between tasks never ended.
  program(
    effects: [.merge([work(after: 1_000_000_000), work(after: 2_000_000_000)])],
    [.send(asking(0)), .wait(9_000_000_000)]),
  // A run of immediate effects never returned.
  program(effects: [.task(sends: [], sleeps: [], answer: nil)], [.run(asking(0))]),
  // The action of a throttled effect at the end of the interval came after its consequences, in a
  // run and not in a send.
  program(
    effects: [
      .throttled("a", 70_000_000_000, latest: true, .none),
      .concatenate([
        .throttled(
          "b", 10_000_000_000, latest: false,
          .throttled("a", 30_000_000_000, latest: true, .send(asking(nil)))),
        .cancel("b"),
      ]),
    ], [.send(asking(0)), .send(asking(1)), .wait(900_000_000_000)]),
  // A queued action was dropped with its part if other effects of the part were running.
  Program(
    reducer: plan([.second, .own]),
    effects: [
      .throttled(
        "b", 50_000_000_000, latest: true,
        .run(
          sends: [Action(moves: [], operation: .goToEmpty, effect: nil)], answer: asking(nil)))
    ],
    steps: [
      .send(Action(moves: [], operation: .goToSecond, effect: nil)),
      .send(Action(moves: [.second], operation: .nothing, effect: 0)),
    ]),
  // An effect of a part of a row ended when a state without the row was restored and the row
  // returned, because the part was considered to have existed all the time.
  Program(
    reducer: plan([.rows, .own], inside: [.second, .own]), effects: [work(after: 1_000_000_000)],
    steps: [
      .save, .send(Action(moves: [], operation: .addRow(0), effect: nil)),
      .send(Action(moves: [.row(0)], operation: .goToSecond, effect: nil)),
      .send(Action(moves: [.row(0), .second], operation: .nothing, effect: 0)), .restore(0),
      .send(Action(moves: [], operation: .addRow(0), effect: nil)), .wait(9_000_000_000),
    ]),
  // A waiting throttled effect that was cancelled by its timeout ended with the interval in a send,
  // and immediately in a run, so the outer timeout also sent its action.
  program(
    effects: [
      .none,
      .timeout(
        50_000_000_000, late: asking(nil),
        .timeout(30_000_000_000, late: nil, .throttled("b", 65_000_000_000, latest: true, .none))),
    ], [.send(asking(1)), .send(asking(1)), .wait(1_000_000_000_000)]),
  // The immediate answer of a case waited until the case had gone. It was dropped if its reducer had
  // also removed a part, and otherwise reported (seed 503430).
  Program(
    reducer: plan([.first, .own], inside: [.own, .detail]),
    effects: [
      sending([Action(moves: [.first], operation: .nothing, effect: 1)]),
      .merge([
        .task(
          sends: [], sleeps: [],
          answer: Action(moves: [], operation: .setDetail(0), effect: nil)),
        .merge([
          sending([Action(moves: [.first], operation: .setDetail(nil), effect: 2)]),
          sending([Action(moves: [], operation: .goToEmpty, effect: nil)]),
        ]),
      ]),
      .send(asking(nil)),
    ],
    steps: [
      .send(Action(moves: [], operation: .goToFirst(1), effect: nil)), .send(asking(0)),
    ]),
  // A part was created in a batch, answered immediately, and was removed in the same batch. The store dropped
  // the answer, which the model reported as missing its part (seed 5237495).
  Program(
    reducer: plan([.own, .detail], inside: [.own]),
    effects: [
      .task(
        sends: Sending(actions: [], way: .apart), sleeps: [],
        answer: Action(moves: [], operation: .nothing, effect: nil))
    ],
    steps: [
      .sendBatch(
        [], .path,
        [
          Action(moves: [], operation: .setDetail(1), effect: nil),
          Action(moves: [.detail], operation: .nothing, effect: 0),
          Action(moves: [], operation: .setDetail(nil), effect: nil),
        ])
    ]),
  // A part with an effect was missing in a restored state. A batch created it, started another effect in it, and
  // removed it. Both effects continued in the store; the model ended the new one (seed 5180491).
  Program(
    reducer: plan([.own, .detail], inside: [.own]),
    effects: [work(after: 3)],
    steps: [
      .save, .send(Action(moves: [], operation: .setDetail(1), effect: nil)),
      .send(Action(moves: [.detail], operation: .nothing, effect: 0)), .restore(0),
      .sendBatch(
        [], .path,
        [
          Action(moves: [], operation: .setDetail(1), effect: nil),
          Action(moves: [.detail], operation: .nothing, effect: 0),
          Action(moves: [], operation: .setDetail(nil), effect: nil),
        ]),
      .wait(5),
    ]),
]

private func asking(_ effect: Int?) -> Action {
  Action(moves: [], operation: .nothing, effect: effect)
}

private func sending(_ actions: [Action]) -> EffectScript {
  .run(sends: Sending(actions: actions, way: .apart), answer: nil)
}

private func work(after duration: Int) -> EffectScript {
  .task(sends: [], sleeps: [duration], answer: asking(nil))
}

private func plan(
  _ parts: [ReducerPlan.Part], inside: [ReducerPlan.Part] = [.own]
) -> ReducerPlan {
  let leaf = ReducerPlan(parts: [.own], isDeclaring: true, inner: [])
  let inner = ReducerPlan(parts: inside, isDeclaring: true, inner: [leaf])
  return ReducerPlan(parts: parts, isDeclaring: false, inner: [inner])
}

private func program(effects: [EffectScript], _ steps: [ProgramStep]) -> Program {
  Program(reducer: plan([.own]), effects: effects, steps: steps)
}
