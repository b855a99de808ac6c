internal import FlowCore
internal import Observation

/// Runs a program of observers on a store.
// Unchecked: confined to one thread, although Observation requires sendable closures.
final class ObserverDriver: @unchecked Sendable {
  private let store: Store<PanelReducer>
  private let code = ForeignCode()
  // Created once, because each scope with a function has a part of its own.
  private let parity: ScopedStore<Int, PanelAction>
  private var watchers: [Watcher] = []
  private var visits: [Int] = []
  private var subscriptions: [ObservationToken?] = []
  private var streams: [Int: AsyncStream<Int>] = [:]
  private var rules = TrackingRules()
  /// The numbers of nested sends, restorations and `withState` calls, and of the latter alone.
  private var handlings = 0
  private var lendings = 0
  /// The readers whose closures are running; `nil` for a notification within such a call.
  private var readers: [Int?] = []
  private var step = ObserverStepTrace()

  private init(_ program: ObserverProgram) {
    store = Store(
      initialState: Panel(),
      reducer: PanelReducer(isDeclaring: program.isDeclaring, code: code), isolation: nil)
    parity = store.scope(state: Panel.parity, action: .whole)
    code.read = { [weak store] in
      _ = store?.current
      return store?.counts.queued ?? 0
    }
    code.send = { [weak store] in store?.send($0) }
    code.report = { [unowned self] in step.faults.append($0) }
  }

  /// Returns the trace of a program and whether its store was leaked.
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
        driver.code.left = 20
        driver.carryOut(step)
        driver.code.left = 0
        driver.step.open = driver.store.counts.observers
        driver.step.remembered = driver.store.counts.remembered
        trace.steps.append(driver.step)
        driver.step = ObserverStepTrace()
      }
      streams = driver.streams
    }
    // Streams end with the store.
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
      guard lendings == 0 else { return }
      var state = Panel()
      for action in actions { state.apply(action, code: code) }
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
    guard rules.mayWatch(watcher) else { return }
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
    var read: Set<PanelPart> = []
    let isForReader = readers.last.flatMap { $0 } != nil
    let values = withObservationTracking {
      defer { for step in watchers[number].within { carryOut(step) } }
      return watchers[number].readAll { part in
        let state = store.current
        guard isForReader || rules.mayRead(part, in: state, isHandling: handlings > 0) else {
          return state.value(of: part)
        }
        let value = self.read(part)
        if !isForReader {
          if let presence = part.presence { read.insert(presence) }
          if value != nil { read.insert(part) }
        }
        return value
      }
    } onChange: { [weak self] in
      guard let self, rules.notify(number) else { return }
      called {
        self.step.events.append(.outdated(number))
        react(number)
      }
    }
    rules.end(number, read: read, in: store.current)
    step.events.append(.ran(number, values))
  }

  /// Runs a closure whose reads are its own.
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
    store.scope(optional: \.note, action: .note)
  }

  private func item(_ key: Int) -> ScopedStore<Int, Int>? {
    store.scope(
      ForeignElements.Key(index: key, code: code), of: \.items,
      action: .item(code))
  }

  private var mode: ScopedStore<Int, Int>? {
    store.scope(state: \.mode, action: .whole)
      .scope(case: .on, action: .mode)
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
    case .mode: mode?.state
    case .tagged: store.tagged.number
    case .hasItem(let key): item(key) == nil ? 0 : 1
    case .hasNote: note == nil ? 0 : 1
    case .hasMode: mode == nil ? 0 : 1
    }
  }

  private func subscribe(
    to part: PanelPart, _ changed: @escaping (Int) -> Void
  ) -> ObservationToken? {
    switch part {
    case .first: store.subscribe(to: \.first, changed)
    case .second: store.subscribe(to: \.second, changed)
    case .items: store.subscribe(to: \.items) { changed(Panel.value(of: $0)) }
    case .item(let key): item(key)?.subscribe(to: \.self, changed)
    case .note: note?.subscribe(to: \.self, changed)
    case .opaque, .hasItem, .hasNote, .hasMode: nil
    case .sum: store.subscribe(to: \.sum, changed)
    case .mode: mode?.subscribe(to: \.self, changed)
    case .tagged: store.subscribe(to: \.tagged) { changed($0.number) }
    case .parity: parity.subscribe(to: \.self, changed)
    }
  }

  private func states(of part: PanelPart) -> AsyncStream<Int>? {
    switch part {
    case .first: store.states(of: \.first, buffer: .unbounded)
    case .second: store.states(of: \.second, buffer: .unbounded)
    case .item(let key): item(key)?.states(of: \.self, buffer: .unbounded)
    case .note: note?.states(of: \.self, buffer: .unbounded)
    case .items, .opaque, .tagged, .hasItem, .hasNote, .hasMode: nil
    case .mode: mode?.states(of: \.self, buffer: .unbounded)
    case .sum: store.states(of: \.sum, buffer: .unbounded)
    case .parity: parity.states(of: \.self, buffer: .unbounded)
    }
  }
}
