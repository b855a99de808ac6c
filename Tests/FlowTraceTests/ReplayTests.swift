import FlowCore
import FlowTestSupport
import FlowTrace
import Testing

private typealias TallyStore = Store<EffectlessReducer<TallyReducer>>

private func store() -> TallyStore {
  Store(initialState: Tally(), reducer: EffectlessReducer(base: TallyReducer()))
}

/// Returns a trace of actions with every second state.
private func traced(_ actions: [TallyAction]) throws -> Trace<TallyAction> {
  var trace = Trace<TallyAction>()
  for (index, action) in actions.enumerated() {
    if index % 2 == 0 { try trace.append(state: fold(actions[..<index])) }
    trace.append(action)
  }
  return trace
}

struct `A replay` {
  @Test func `ends in the traced state`() throws {
    let store = store()
    try traced(sampleActions).replay(into: store)
    #expect(store.current == fold(sampleActions))
    let scope = self.scope(of: store)
    try Trace(actions: sampleActions).replay { scope.send($0) }
    #expect(store.current == fold(sampleActions + sampleActions))
  }

  private func scope(of store: TallyStore) -> ScopedStore<Int, TallyAction> {
    store.scope(state: \.total, action: .whole)
  }

  @Test func `stops at the first state that differs, with its action and the last that matched`()
    throws
  {
    var trace = Trace<TallyAction>()
    for action in [TallyAction.add(1), .add(2)] { trace.append(action) }
    try trace.append(state: Tally(total: 3))
    trace.append(.add(3))
    trace.append(.note(text: "x", priority: nil))
    try trace.append(state: Tally(total: 7, notes: ["0: x"]))
    trace.append(.add(1_000))
    let store = store()
    let error = #expect(throws: ReplayError.self) { try trace.replay(into: store) }
    #expect(store.current.total == 6)
    #expect(
      error?.description
        == "after action 4, note(text: \"x\", priority: nil), the state must be "
        + "Tally(total: 7, notes: [\"0: x\"]), got Tally(total: 6, notes: [\"0: x\"])"
        + "; the last match was after 2 actions")
  }

  @Test func `reports a different initial state`() throws {
    var trace = Trace<TallyAction>()
    let notes = Array(repeating: "a long note", count: 20)
    try trace.append(state: Tally(total: 0, notes: notes))
    let store = store()
    store.restore(Tally(total: 0, notes: Array(notes.dropLast())))
    let error = #expect(throws: ReplayError.self) { try trace.replay(into: store) }
    #expect(
      error?.description
        == "after no action the state must be …long note\", \"a long note\", \"a long note\", "
        + "\"a long note\"]), got …long note\", \"a long note\", \"a long note\"])")
  }

  @Test func `restores states in a store, and fails elsewhere`() throws {
    var trace = Trace(actions: [TallyAction.add(1)])
    try trace.append(restored: Tally(total: 50))
    trace.append(.add(1))
    try trace.append(state: Tally(total: 51))
    let store = store()
    try trace.replay(into: store)
    #expect(store.current.total == 51)
    let refusal = ReplayError.cannotRestore(position: 1)
    #expect(throws: refusal) { try trace.replay { scope(of: store).send($0) } }
    #expect(
      refusal.description
        == "after 1 actions the trace restores a state; replay it into a `Store`, "
        + "from a trace that contains the state")
  }

  @Test func `of a state of another type names the line`() throws {
    let (trace, _) = read(
      """
      {"format":"flow-trace","version":1}
      {"state":{"sum":5},"after":0}

      """)
    let store = store()
    let error = #expect(throws: TraceError.self) { try trace.replay(into: store) }
    #expect(
      error?.description
        == #"t.jsonl:2: a state must be a Tally, got {"sum":5}; the key "total" is missing"#)
  }

  @Test func `of a history ends where its store is`() throws {
    let history = History<Tally, TallyAction>(capacity: 4, interval: 3)
    let live = Store(
      initialState: Tally(), reducer: TallyReducer().recording(into: history))
    #expect(try Trace(history).entries.isEmpty)
    for amount in 1...9 { live.send(.add(amount)) }
    live.send(.double)
    live.restore(Tally(total: 1_000))
    live.send(.add(1))
    live.send(.add(2))
    try history.goBack(in: live)
    let trace = try Trace(history, app: "shop", seed: 1)
    let store = store()
    store.restore(try #require(try trace.initialState(as: Tally.self)))
    try trace.replay(into: store)
    #expect(store.current == live.current)
    #expect(store.current.total == 1_001)
  }

  @Test func `starts from the state that was restored before the first action`() throws {
    var trace = Trace<TallyAction>()
    #expect(try trace.initialState(as: Tally.self) == nil)
    try trace.append(restored: Tally(total: 5))
    #expect(try trace.initialState(as: Tally.self) == Tally(total: 5))
    try trace.append(state: Tally(total: 5))
    trace.append(.add(1))
    try trace.append(state: Tally(total: 6))
    #expect(try trace.initialState(as: Tally.self) == Tally(total: 5))
    let store = store()
    try trace.replay(into: store)
    #expect(store.current.total == 6)
  }
}

/// A state whose parts may all be NaN.
private struct Weather: Equatable, Codable {
  enum Wind: Equatable, Codable {
    case calm
    case speed(Double)
  }

  struct Day: Equatable, Codable {
    var high: Float?
    var low = 0.0
  }

  var now = 0.0
  var wind = Wind.calm
  var days: [Day] = []
  var cities: [String: Double] = [:]
}

private struct WeatherReducer: Reducer {
  func reduce(into state: inout Weather, action: Double) -> Effect<Double> {
    state.now = action
    state.wind = action < 0 ? .calm : .speed(action)
    state.days.append(Weather.Day(high: Float(action), low: action))
    for city in 0..<20 { state.cities["city \(city)"] = action * Double(city) }
    return .none
  }
}

struct `A replay of states with NaN` {
  private func traced(_ change: (inout Weather) -> Void = { _ in }) throws -> Trace<Double> {
    let live = Store(initialState: Weather(), reducer: WeatherReducer())
    var trace = Trace<Double>()
    for number in [1, .nan, -1, .nan, .infinity] {
      live.send(number)
      trace.append(number)
      var state = live.current
      if number.isNaN { change(&state) }
      try trace.append(state: state)
    }
    return trace
  }

  @Test func `considers equal bytes equal`() throws {
    let store = Store(initialState: Weather(), reducer: WeatherReducer())
    try traced().replay(into: store)
    #expect(store.current.days.count == 5)
  }

  @Test(arguments: 0..<6)
  func `stops at any other difference`(_ part: Int) throws {
    let trace = try traced { state in
      switch part {
      case 0: state.now = 1
      case 1: state.wind = .calm
      case 2: state.days[1].high = nil
      case 3: state.days.append(Weather.Day())
      case 4: state.cities["city 3"] = nil
      default: state.cities["city 3"] = 3
      }
    }
    let store = Store(initialState: Weather(), reducer: WeatherReducer())
    #expect(throws: ReplayError.self) { try trace.replay(into: store) }
    #expect(store.current.days.count == 2)
  }
}
