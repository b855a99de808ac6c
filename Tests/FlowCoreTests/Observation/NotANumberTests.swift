import FlowCore
import Observation
import Testing

private struct Level: Equatable, Identifiable {
  var id: Int
  // Padding follows this property.
  var isOn = false
  var value = Double.nan
  var name = "level"
}

private struct Panel: Equatable {
  var level = Level(id: 0)
  var levels: IdentifiedArray<Level> = [Level(id: 1), Level(id: 2)]
  var plain = Double.nan
  var maybe: Float? = .nan
  var ticks = 0
}

private enum LevelAction: Equatable {
  case set(Double)
  case turn
}

private enum PanelAction: Equatable {
  case tick
  case plain(Double)
  case level(LevelAction)
  case row(Int, LevelAction)
}

extension CasePath<PanelAction, LevelAction> {
  fileprivate static var level: Self {
    Self(PanelAction.level) { if case .level(let action) = $0 { action } else { nil } }
  }
}

extension CasePath<PanelAction, (Int, LevelAction)> {
  fileprivate static var row: Self {
    Self(PanelAction.row) { if case .row(let id, let action) = $0 { (id, action) } else { nil } }
  }
}

private struct LevelReducer: Reducer {
  func reduce(into state: inout Level, action: LevelAction) -> Effect<LevelAction> {
    switch action {
    case .set(let value): state.value = value
    case .turn: state.isOn.toggle()
    }
    return .none
  }

  func region(of action: LevelAction) -> StateRegion {
    switch action {
    case .set: .part(\Level.value)
    case .turn: .part(\Level.isOn)
    }
  }
}

private struct PanelReducer: Reducer {
  func reduce(into state: inout Panel, action: PanelAction) -> Effect<PanelAction> {
    switch action {
    case .tick: state.ticks += 1
    case .plain(let value): state.plain = value
    case .level, .row: break
    }
    return .none
  }

  func region(of action: PanelAction) -> StateRegion {
    switch action {
    case .tick: .part(\Panel.ticks)
    case .plain: .part(\Panel.plain)
    case .level, .row: .nothing
    }
  }
}

/// The number of calls of a closure.
private final class Count: Sendable {
  nonisolated(unsafe) var value = 0
}

@MainActor
private func makeStore() -> Store<some Reducer<Panel, PanelAction>> {
  Store(
    initialState: Panel(),
    reducer: PanelReducer()
      .combined(with: LevelReducer().scoped(state: \Panel.level, action: .level))
      .forEach(\.levels, LevelReducer(), action: .row))
}

@MainActor
struct `A part that holds a NaN` {
  /// Actions that change no observed part.
  private let others: [PanelAction] = [.tick, .level(.turn), .level(.turn), .tick]

  @Test func `does not stop a reducer that changes another part`() {
    let store = makeStore()
    let kept = [
      store.subscribe(to: \.plain) { _ in }, store.subscribe(to: \.maybe) { _ in },
      store.subscribe(to: \.level) { _ in }, store.subscribe(to: \.levels) { _ in },
      store.subscribe(to: \.level.value) { _ in },
      store.scope(1, of: \.levels, action: .row)?
        .subscribe(to: \.self) { _ in },
      store.observe { _ = (store.plain, store.level, store.levels, store.maybe) },
    ]
    withObservationTracking {
      _ = (store.plain, store.level, store.levels)
    } onChange: {
    }
    for action in others + [.row(2, .turn), .plain(.nan)] { store.send(action) }
    store.send(contentsOf: [.tick, .row(2, .turn), .tick])
    #expect(store.current.ticks == 4)
    withExtendedLifetime(kept) {}
  }

  @Test func `does not notify its observers while its bytes stay the same`() {
    // Without regions, so that each action may change everything.
    let store = Store(
      initialState: Panel(),
      reducer: Reduce<Panel, Int> { state, action in
        state.ticks += action
        return .none
      })
    var notified: [String] = []
    let kept = [
      store.subscribe(to: \.plain) { _ in notified.append("plain") },
      store.subscribe(to: \.maybe) { _ in notified.append("maybe") },
      store.subscribe(to: \.level) { _ in notified.append("level") },
      store.subscribe(to: \.levels) { _ in notified.append("levels") },
      store.subscribe(to: { $0.plain }) { _ in notified.append("function") },
      store.scope(1, of: \.levels, action: CasePath({ $1 }) { (1, $0) })?
        .subscribe(to: \.self) { _ in notified.append("row") },
      store.observe {
        _ = (store.plain, store.level, store.levels, store.maybe)
        notified.append("observe")
      },
    ]
    #expect(notified == ["observe"])
    let tracked = Count()
    withObservationTracking {
      _ = (store.plain, store.level, store.levels, store.maybe)
      _ = store.scope(1, of: \.levels, action: CasePath({ $1 }) { (1, $0) })?.state
    } onChange: {
      tracked.value += 1
    }
    for _ in 0..<3 { store.send(1) }
    #expect(notified == ["observe"])
    #expect(tracked.value == 0)
    withExtendedLifetime(kept) {}
  }

  @Test func `notifies its observers of numbers and of other NaNs`() {
    let store = makeStore()
    var values: [UInt64] = []
    let kept = store.subscribe(to: \.plain) { values.append($0.bitPattern) }
    let other = Double(nan: 7, signaling: false)
    for value in [1, .nan, .nan, other, other] { store.send(.plain(value)) }
    #expect(values == [1, Double.nan, other].map(\.bitPattern))
    withExtendedLifetime(kept) {}
  }
}
