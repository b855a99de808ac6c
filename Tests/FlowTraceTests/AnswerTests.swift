import FlowCore
import FlowTestSupport
import FlowTrace
import Foundation
import Testing

/// The actions of effects of all kinds are marked in the trace.
private enum Step: Codable, Equatable {
  case sent(Int)
  case answered(Int)
  case sentByObserver
}

private enum Way: CaseIterable {
  case send, run, task, stream, merge, concatenate, cancellable, nested
}

private struct Asking: Reducer {
  let way: Way

  func reduce(into state: inout Int, action: Step) -> Effect<Step> {
    state += 1
    guard case .sent(let number) = action else { return .none }
    let answer = Step.answered(number)
    switch way {
    case .send: return .send(answer)
    case .run: return .perform { answer }
    case .task: return .task { answer }
    case .stream: return .run { $0(answer) }
    case .merge: return .merge(.send(answer), .perform { answer }, .task { answer })
    case .concatenate: return .concatenate(.task { answer }, .send(answer))
    case .cancellable: return Effect.task { answer }.cancellable(id: 1)
    case .nested: return .perform { .answered(-number) }
    }
  }
}

@MainActor
struct `The actions of effects` {
  private func trace(
    _ way: Way, _ drive: @MainActor (Store<TracingReducer<Asking>>) async throws -> Void
  ) async throws -> [TracedAction<Step>] {
    let url = URL(filePath: temporaryPath())
    let writer = try TraceWriter<Step>(creating: url, clock: SteppingClock())
    let store = Store(initialState: 0, reducer: Asking(way: way).tracing(to: writer))
    try await drive(store)
    let trace = try Trace<Step>(reading: url)
    #expect(trace.header.marksAnswers)
    #expect(trace.actionCount == store.current)
    return trace.tracedActions
  }

  private func expectMarked(_ actions: [TracedAction<Step>], _ way: Way) {
    #expect(actions.contains { $0.isAnswer }, "\(way)")
    for traced in actions {
      if case .answered = traced.action {
        #expect(traced.isAnswer, "\(way)")
      } else {
        #expect(!traced.isAnswer, "\(way)")
      }
    }
  }

  @Test func `is marked, whether or not the sender waits`() async throws {
    for way in Way.allCases {
      expectMarked(
        try await trace(way) { store in
          for number in 0..<3 { await store.sendAndWait(.sent(number)) }
        }, way)
      expectMarked(
        try await trace(way) { store in
          for number in 0..<3 { store.send(.sent(number)) }
          while store.effectsInFlight > 0 { await Task.yield() }
        }, way)
    }
  }

  @Test func `are distinguished from actions of observers`() async throws {
    for way in Way.allCases {
      let actions = try await trace(way) { store in
        let watching = store.subscribe(to: { $0 }) { [unowned store] state in
          if state == 1 { store.send(.sentByObserver) }
        }
        await store.sendAndWait(.sent(5))
        store.send(.sent(6))
        while store.effectsInFlight > 0 { await Task.yield() }
        withExtendedLifetime(watching) {}
      }
      expectMarked(actions, way)
      #expect(actions.contains { $0.action == .sentByObserver }, "\(way)")
    }
  }

  @Test func `is marked when the tracing is inside other reducers`() throws {
    let url = URL(filePath: temporaryPath())
    struct Whole { var part = 0 }
    let writer = try TraceWriter<Step>(creating: url)
    let reducer = CombineReducers {
      EmptyReducer<Whole, Step>()
      Asking(way: .send).tracing(to: writer).logging { _, _ in }
        .scoped(state: \Whole.part, action: .whole)
    }
    let store = Store(initialState: Whole(), reducer: reducer.logging(to: { _, _ in }))
    store.send(.sent(1))
    store.send(.sent(2))
    #expect(
      try Trace<Step>(reading: url).tracedActions.map(\.isAnswer) == [false, true, false, true])
  }
}
