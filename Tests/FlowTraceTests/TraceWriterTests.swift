import FlowCore
import FlowTestSupport
import FlowTrace
import Foundation
import Testing

struct `A trace writer` {
  private let url = URL(filePath: temporaryPath())

  private func writer(
    app: String? = nil, seed: UInt64? = nil
  ) throws -> TraceWriter<TallyAction> {
    try TraceWriter(creating: url, app: app, seed: seed, clock: SteppingClock())
  }

  /// Returns a trace with an action every 100 ns.
  private func trace(
    app: String? = nil, seed: UInt64? = nil, _ actions: [TallyAction] = []
  ) -> Trace<TallyAction> {
    var trace = Trace<TallyAction>(app: app, seed: seed)
    trace.header.marksAnswers = true
    for action in actions { trace.append(action, atNs: UInt64(trace.actionCount + 1) * 100) }
    return trace
  }

  private func reading() -> (trace: Trace<TallyAction>, fault: TraceError?) {
    Trace.readableEntries(of: url)
  }

  @Test func `has each entry in the file before it returns`() throws {
    let writer = try writer(app: "shop", seed: 3)
    #expect(reading().trace == trace(app: "shop", seed: 3))
    for (index, action) in sampleActions.enumerated() {
      try writer.append(action)
      // Neither closed nor synchronized, as after a crash.
      let written = Array(sampleActions.prefix(index + 1))
      #expect(reading().trace == trace(app: "shop", seed: 3, written))
      #expect(reading().fault == nil)
    }
    try writer.append(state: fold(sampleActions))
    try writer.synchronize()
    #expect(writer.actionCount == sampleActions.count)
    #expect(reading().trace.entries.count == sampleActions.count + 1)
  }

  @Test func `writes times that a reader accepts, whatever the clock does`() throws {
    let clock = SettableClock()
    let writer = try TraceWriter<TallyAction>(creating: url, clock: clock)
    for seconds: Int64 in [5, 3, -1, .max, 0] {
      clock.now.seconds = seconds
      try writer.append(.add(1))
    }
    let trace = try Trace<TallyAction>(reading: url)
    #expect(
      trace.tracedActions.map(\.atNs) == [5_000_000_000, 5_000_000_000, 5_000_000_000, .max, .max])
  }

  @Test func `refuses a trace that no reader accepts`() throws {
    var trace = Trace<TallyAction>()
    trace.append(.add(1), atNs: 5)
    trace.append(.add(1), atNs: 4)
    let error = #expect(throws: TraceError.self) { try trace.write(to: url) }
    #expect(error?.kind == .wrongTime && !FileManager.default.fileExists(atPath: url.path))
    var counted = Trace<TallyAction>()
    counted.header.actionCount = 1
    #expect(throws: TraceError.self) { try counted.data() }
    counted.append(.add(1), atNs: .max)
    #expect(try Trace<TallyAction>(data: counted.data()) == counted)
  }

  @Test func `does not change the trace of an earlier run`() throws {
    try TraceWriter<TallyAction>(creating: url).append(.add(1))
    let error = #expect(throws: TraceError.self) {
      try TraceWriter<TallyAction>(creating: url)
    }
    #expect(
      error?.description
        == "\(url.path): cannot be created: File exists")
    #expect(reading().trace.actions == [.add(1)])
  }

  @Test func `stops at the first error, and reports it once`() throws {
    struct Fussy: Reducer {
      func reduce(into state: inout Int, action: Box) -> Effect<Box> {
        state += 1
        return .none
      }
    }
    var faults: [String] = []
    let writer = try TraceWriter<Box>(creating: url) { faults.append("\($0)") }
    let store = Store(initialState: 0, reducer: Fussy().tracing(to: writer))
    for value in [1, 2, nil, 4, nil] { store.send(Box(value: value)) }
    #expect(store.current == 5)
    #expect(writer.actionCount == 2)
    #expect(
      faults == [
        "\(url.path): an action must be encodable as JSON, got a box of nothing"
      ])
    #expect(writer.fault?.kind == .unencodable)
    #expect(throws: TraceError.self) { try writer.append(Box(value: 1)) }
  }

  @Test func `writes actions, their origins, and states at intervals`() throws {
    let writer = try writer()
    let store = Store(
      initialState: Tally(), reducer: TallyReducer().tracing(to: writer, statesEvery: 2))
    store.send(.add(3))
    store.send(.double)
    store.send(.add(1))
    store.restore(Tally(total: 100))
    store.send(.add(1))
    var expected = trace()
    try expected.append(state: Tally())
    expected.append(.add(3), atNs: 100)
    expected.append(.double, atNs: 200)
    try expected.append(state: Tally(total: 3))
    expected.append(.doubled(6), atNs: 300, isAnswer: true)
    expected.append(.add(1), atNs: 400)
    try expected.append(state: Tally(total: 7))
    try expected.append(restored: Tally(total: 100))
    expected.append(.add(1), atNs: 500)
    #expect(reading().trace == expected)
  }

  @Test func `writes no states by default, but records that one was restored`() throws {
    struct Opaque: Reducer {
      struct State { var count = 0 }
      func reduce(into state: inout State, action: Int) -> Effect<Int> { .none }
    }
    let writer = try TraceWriter<Int>(creating: url)
    let store = Store(initialState: .init(), reducer: Opaque().tracing(to: writer))
    store.send(1)
    store.restore(.init())
    let trace = try Trace<Int>(reading: url)
    #expect(trace.entries.count == 2)
    #expect(throws: ReplayError.cannotRestore(position: 1)) { try trace.replay { _ in } }
  }

  @Test func `does not write recomputed actions again, in either order`() throws {
    let history = History<Tally, TallyAction>(capacity: 10, interval: 10)
    let writer = try TraceWriter<TallyAction>(creating: url)
    let store = Store(
      initialState: Tally(),
      reducer: TallyReducer().tracing(to: writer).recording(into: history))
    for amount in 1...4 { store.send(.add(amount)) }
    try history.go(to: 2, in: store)
    #expect(writer.actionCount == 4)
    #expect(reading().trace.entries.last == .restored(try restoredState(total: 3, after: 4)))
  }

  private func restoredState(total: Int, after: Int) throws -> RecordedState {
    var trace = Trace(actions: Array(repeating: TallyAction.double, count: after))
    try trace.append(restored: Tally(total: total))
    guard case .restored(let state)? = trace.entries.last else { throw CancellationError() }
    return state
  }
}

/// A value that can be encoded unless it is empty.
private struct Box: Encodable, CustomStringConvertible {
  let value: Int?
  var description: String { value.map { "a box of \($0)" } ?? "a box of nothing" }

  func encode(to encoder: any Encoder) throws {
    guard let value else { throw CocoaError(.coderInvalidValue) }
    try value.encode(to: encoder)
  }
}
