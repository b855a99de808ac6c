internal import FlowCore
internal import Observation

/// Does to a store what a program of observers says.
// Unchecked: everything happens on one thread; Observation wants to be given closures that may be called
// on any.
final class ObserverDriver: @unchecked Sendable {
  private let store: Store<PanelReducer>
  // Made once: what a function computes is another part for each scope.
  private let parity: ScopedStore<Int, PanelAction>
  private var watchers: [Watcher] = []
  private var visits: [Int] = []
  private var subscriptions: [Subscription?] = []
  private var streams: [Int: AsyncStream<Int>] = [:]
  private var rules = TrackingRules()
  /// How many sends, restorations and lendings are under way, and of these the lendings.
  private var handlings = 0
  private var lendings = 0
  /// Which readers are being called, `nil` for a notification within such a call.
  private var readers: [Int?] = []
  private var step = ObserverStepTrace()

  private init(_ program: ObserverProgram) {
    store = Store(
      initialState: Panel(), reducer: PanelReducer(isDeclaring: program.isDeclaring), isolation: nil
    )
    parity = store.scope(state: Panel.parity, action: { (action: PanelAction) in action })
  }

  /// What comes of a program; and whether its store has outlived it.
  static func trace(
    _ program: ObserverProgram, on actor: isolated any Actor
  ) async -> (trace: ObserverTrace, isStoreAlive: Bool) {
    var trace = ObserverTrace()
    var streams: [Int: AsyncStream<Int>] = [:]
    weak var store: Store<PanelReducer>?
    do {
      let driver = ObserverDriver(program)
      store = driver.store
      for step in program.steps {
        driver.carryOut(step)
        driver.step.open = driver.store.counts.observers
        driver.step.remembered = driver.store.counts.remembered
        trace.steps.append(driver.step)
        driver.step = ObserverStepTrace()
      }
      streams = driver.streams
    }
    // They end with the store.
    guard store == nil else { return (trace, true) }
    for (number, stream) in streams {
      trace.streams[number] = []
      for await value in stream { trace.streams[number]?.append(value) }
    }
    return (trace, false)
  }

  private func carryOut(_ step: ObserverStep) {
    switch step {
    case .send(let actions, let isBatch):
      handling {
        if isBatch {
          store.send(contentsOf: actions)
        } else {
          for action in actions { store.send(action) }
        }
      }
    case .watch(let watcher): watch(watcher)
    case .end(let number): end(number)
    case .endAll: for number in subscriptions.indices { end(number) }
    case .read(let part):
      guard rules.isFree else { return }
      self.step.events.append(.read(part, read(part)))
    case .lend(let steps):
      handling {
        store.withState { _ in
          lendings += 1
          for step in steps { carryOut(step) }
          lendings -= 1
        }
      }
    case .restore(let actions):
      guard lendings == 0, rules.isFree else { return }
      var state = Panel()
      for action in actions { state.apply(action) }
      handling { store.restore(state) }
    }
  }

  private func end(_ number: Int) {
    guard subscriptions.indices.contains(number) else { return }
    subscriptions[number] = nil
    streams[number] = nil
  }

  private func handling(_ body: () -> Void) {
    handlings += 1
    body()
    handlings -= 1
  }

  // MARK: - Watching

  private func watch(_ watcher: Watcher) {
    if watcher.kind == .tracking, !rules.isFree { return }
    let number = watchers.count
    watchers.append(watcher)
    visits.append(0)
    subscriptions.append(nil)
    switch watcher.kind {
    case .subscriber:
      subscriptions[number] = watcher.parts.first.flatMap { part in
        subscribe(to: part) { [unowned self] value in
          called {
            self.step.events.append(.notified(number, value))
            react(number)
          }
        }
      }
    case .reader:
      subscriptions[number] = store.observe { [unowned self] in run(number) }
    case .tracking: track(number)
    case .stream: streams[number] = watcher.parts.first.flatMap { states(of: $0) }
    }
  }

  private func run(_ number: Int) {
    readers.append(number)
    let values = watchers[number].readAll { read($0) }
    step.events.append(.ran(number, values))
    react(number)
    readers.removeLast()
  }

  private func track(_ number: Int) {
    rules.begin()
    var read: [PanelPart: Int?] = [:]
    let isForReader = readers.last.flatMap { $0 } != nil
    let values = withObservationTracking {
      watchers[number].readAll { part in
        let now = store.current.value(of: part)
        guard isForReader || rules.mayRead(part, now: now, isHandling: handlings > 0) else {
          return now
        }
        let value = self.read(part)
        if value != nil, !isForReader { read[part] = value }
        return value
      }
    } onChange: { [weak self] in
      guard let self, rules.notify(number) else { return }
      called {
        self.step.events.append(.outdated(number))
        react(number)
      }
    }
    rules.end(number, read: read)
    step.events.append(.ran(number, values))
  }

  /// Whoever is called reads for themselves.
  private func called(_ body: () -> Void) {
    readers.append(nil)
    body()
    readers.removeLast()
  }

  private func react(_ number: Int) {
    let visit = visits[number]
    visits[number] += 1
    let reactions = watchers[number].reactions
    guard reactions.indices.contains(visit) else { return }
    for step in reactions[visit] { carryOut(step) }
  }

  // MARK: - Parts

  private var note: ScopedStore<Int, Int>? {
    store.scope(optional: \.note, action: { PanelAction.note($0) })
  }

  private func item(_ key: Int) -> ScopedStore<Int, Int>? {
    store.scope(key, of: \.items, action: { PanelAction.item($0, $1) })
  }

  private func read(_ part: PanelPart) -> Int? {
    switch part {
    case .first: store.first
    case .second: store.second
    case .items: Panel.value(of: store.items)
    case .item(let key): item(key)?.state
    case .note: note?.state
    case .opaque: store.opaque.number
    case .sum: store.sum
    case .parity: parity.state
    }
  }

  private func subscribe(
    to part: PanelPart, _ changed: @escaping (Int) -> Void
  ) -> Subscription? {
    switch part {
    case .first: store.subscribe(to: \.first, changed)
    case .second: store.subscribe(to: \.second, changed)
    case .items: store.subscribe(to: \.items) { changed(Panel.value(of: $0)) }
    case .item(let key): item(key)?.subscribe(to: \.self, changed)
    case .note: note?.subscribe(to: \.self, changed)
    case .opaque: nil
    case .sum: store.subscribe(to: \.sum, changed)
    case .parity: parity.subscribe(to: \.self, changed)
    }
  }

  private func states(of part: PanelPart) -> AsyncStream<Int>? {
    switch part {
    case .first: store.states(of: \.first, buffer: .unbounded)
    case .second: store.states(of: \.second, buffer: .unbounded)
    case .item(let key): item(key)?.states(of: \.self, buffer: .unbounded)
    case .note: note?.states(of: \.self, buffer: .unbounded)
    case .items, .opaque: nil
    case .sum: store.states(of: \.sum, buffer: .unbounded)
    case .parity: parity.states(of: \.self, buffer: .unbounded)
    }
  }
}
