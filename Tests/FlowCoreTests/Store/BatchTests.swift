import FlowCore
import FlowTestSupport
import Testing

private struct Sum: Equatable {
  var numbers = [0, 0, 0]
  var order: [String] = []
}

private enum SumAction: Equatable {
  case add(Int, at: Int)
  case ask(String)
  case wait(String)
  case answer(String)
}

extension CasePath<SumAction, (Int, Int)> {
  fileprivate static var add: Self {
    Self({ .add($1, at: $0) }) { if case .add(let n, let place) = $0 { (place, n) } else { nil } }
  }
}

private struct SumReducer: Reducer {
  final class Log {
    var answers: [String] = []
  }

  let log: Log

  func reduce(into state: inout Sum, action: SumAction) -> Effect<SumAction> {
    switch action {
    case .add(let number, let place): state.numbers[place] += number
    case .ask(let name):
      state.order.append("ask \(name)")
      return .send(.answer(name))
    case .wait(let name):
      state.order.append("wait \(name)")
      return .task {
        log.answers.append("begins \(name)")
        return .answer(name)
      }
    case .answer(let name): state.order.append("answer \(name)")
    }
    return .none
  }

  func region(of action: SumAction) -> StateRegion {
    switch action {
    case .add(_, let place): .element(\Sum.numbers, key: place)
    case .ask, .wait, .answer: .part(\Sum.order)
    }
  }

  func willReduceAnswer(_ action: SumAction) { log.answers.append("\(action)") }
}

private enum Whole: ScopePath {
  static var state: KeyPath<Sum, Sum> { \.self }
  static var action: CasePath<SumAction, SumAction> { .whole }
}

private enum Way: CaseIterable {
  case store, scope, deepScope, typedScope, mixed
}

@MainActor
struct `A batch of actions` {
  private let log = SumReducer.Log()
  private let store: Store<SumReducer>

  init() { store = Store(initialState: Sum(), reducer: SumReducer(log: log)) }

  private func send(_ actions: [SumAction], by way: Way) {
    let scope = store.scope(state: \.self, action: .whole)
    switch way {
    case .store: store.send(contentsOf: actions)
    case .scope: scope.send(contentsOf: actions)
    case .deepScope:
      scope.scope(state: \.self, action: .whole)
        .send(contentsOf: actions)
    case .typedScope: store.scope(Whole.self).scope(Whole.self).send(contentsOf: actions)
    case .mixed: scope.scope(Whole.self).scope().send(contentsOf: actions)
    }
  }

  @Test(arguments: Way.allCases)
  fileprivate func `nothing happens between the actions of a batch`(way: Way) async {
    send([.ask("a"), .wait("b"), .ask("c"), .add(1, at: 0)], by: way)
    #expect(
      store.current.order == [
        "ask a", "wait b", "ask c", "answer a", "answer b", "answer c",
      ])
    #expect(
      log.answers == [
        "begins b", #"answer("a")"#, #"answer("b")"#, #"answer("c")"#,
      ])
  }

  @Test(arguments: Way.allCases)
  fileprivate func `an observer is notified once of a batch`(way: Way) {
    var notified: [String] = []
    let kept = [
      store.subscribe(to: \.numbers) { notified.append("all \($0)") },
      store.scope(1, of: \.numbers, action: .add)?
        .subscribe(to: \.self) { notified.append("one \($0)") },
      store.scope(2, of: \.numbers, action: .add)?
        .subscribe(to: \.self) { notified.append("two \($0)") },
      store.subscribe(to: \.order) { _ in notified.append("order") },
    ]
    send([.add(1, at: 0), .add(2, at: 1), .add(3, at: 1), .add(0, at: 2)], by: way)
    #expect(notified == ["all [1, 5, 0]", "one 5"])
    send([.add(-5, at: 1), .add(5, at: 1)], by: way)
    send([], by: way)
    #expect(notified == ["all [1, 5, 0]", "one 5"], "equal is no change")
    withExtendedLifetime(kept) {}
  }

  @Test(arguments: Way.allCases)
  fileprivate func `a queued batch remains a batch`(way: Way) {
    var notified: [Sum] = []
    var isFirst = true
    var kept: [ObservationToken] = []
    kept.append(
      store.subscribe(to: \.order) { _ in
        guard isFirst else { return }
        isFirst = false
        send([.add(1, at: 0), .ask("b"), .add(1, at: 0)], by: way)
        store.send(.add(1, at: 1))
      })
    kept.append(store.subscribe(to: \.self) { notified.append($0) })
    store.send(.ask("a"))
    #expect(store.current.numbers == [2, 1, 0])
    #expect(
      notified.map(\.numbers) == [[0, 0, 0], [2, 0, 0], [2, 1, 0], [2, 1, 0], [2, 1, 0]])
    #expect(notified.last?.order == ["ask a", "ask b", "answer a", "answer b"])
    kept.removeAll()
  }

  @Test(arguments: Way.allCases)
  fileprivate func `may be sent within withState`(way: Way) {
    store.withState { state in
      send([.add(1, at: 0), .ask("a")], by: way)
      send([], by: way)
      #expect(state.numbers == [0, 0, 0])
    }
    #expect(store.current.numbers == [1, 0, 0])
    #expect(store.current.order == ["ask a", "answer a"])
  }
}
