/// The specification of a store in its simplest form: a list of actions, plain recursion, and a
/// complete computation after each action. It has no regions, slots, tables or tasks.
///
/// Time is a list of events at different instants; see `ProgramGenerator`.
final class Model {
  let program: Program
  private(set) var trace = ProgramTrace()
  private var step = StepTrace()

  var state = Root(id: 0)
  private var queue: [Waiting] = []
  private var isHandling = false
  let effects = ModelEffects()
  private var runs: [ModelRun] = []
  private var observers: [ModelObserver?] = []
  private var iterations: [ModelIteration] = []
  /// The slices of each tracked read; empty after its notification.
  private var readings: [Set<ModelSlice>] = []
  /// The values that were read and have not changed.
  private var slices: [ModelSlice: Int?] = [:]
  var windows: [ModelName: ModelWindow] = [:]
  var lastDeadline = 0
  var instants: ProgramInstants
  private var reductions = 0
  private var saved: [Root] = []
  /// The states of the history.
  private var line: [Root] = []
  private var position = 0
  /// A Boolean value that indicates whether the state differs from that at the position, because a
  /// refused action was not recorded.
  private var isChanged = false
  /// The latest position ever reached.
  private var newest = 0

  /// A queued action or batch.
  struct Waiting {
    let actions: [ProgramAction]
    let run: ModelRun?
    /// The path of the effect that sent it; `nil` for other actions.
    let path: [ModelStep]?
    /// The effect, if it may send further actions.
    var stream: ModelEffects.Running?
    /// The number of the turn in which it was queued.
    var turn = 0
  }

  init(_ program: Program) {
    self.program = program
    instants = ProgramInstants(program)
  }

  /// Returns the expected trace of a program, up to the first event that is not deterministic; see
  /// `ModelEffects.isAmbiguous`.
  static func trace(_ program: Program) -> ProgramTrace {
    let model = Model(program)
    defer { model.forget() }
    for step in program.steps {
      model.carryOut(step)
      if model.effects.isAmbiguous { break }
      model.trace.steps.append(model.step)
      model.step = StepTrace()
    }
    return model.trace
  }

  private func forget() {
    effects.forget()
    windows = [:]
    runs = []
    queue = []
  }

  // MARK: - Steps

  private func carryOut(_ next: ProgramStep) {
    switch next {
    case .send(let action): send(action)
    case .sendInside(let moves, _, let action):
      if state.part(at: moves) != nil {
        send(moves.reversed().reduce(action) { $0.behind($1) })
      }
    case .sendBatch(let moves, _, let actions):
      if state.part(at: moves) != nil {
        receive(
          Waiting(
            actions: actions.map { moves.reversed().reduce($0) { $0.behind($1) } }, run: nil,
            path: nil))
      }
    case .run(let action):
      let run = ModelRun(number: runs.count)
      runs.append(run)
      // The task of a run starts when the test waits, which is after each step.
      effects.soon { [self] in
        receive(Waiting(actions: [action], run: run, path: nil))
      }
    case .cancelRun(let number): if runs.indices.contains(number) { cancel(runs[number]) }
    case .wait(let duration): effects.pass(duration)
    case .subscribe(let moves, _, let projection, let sends):
      let value = state.part(at: moves)?.value(of: projection)
      observers.append(
        value.map { ModelObserver(moves: moves, projection: projection, last: $0, sends: sends) })
    case .unsubscribe(let number): if observers.indices.contains(number) { observers[number] = nil }
    case .iterate(let moves, _, let projection, let most):
      let value = state.part(at: moves)?.value(of: projection)
      iterations.append(
        ModelIteration(
          moves: moves, projection: projection, last: value, left: most ?? .max,
          isOpen: value != nil))
      if let value { give(value, to: iterations.count - 1) }
    case .cancelIteration(let number):
      if iterations.indices.contains(number) { iterations[number].isOpen = false }
    case .read(let moves, let style, let projection):
      let read = ModelSlice.all(of: moves, style, projection, in: state)
      readings.append(Set(read))
      for slice in read { slices[slice] = slice.value(in: state) }
    case .cancelEffects: cancel { _ in true }
    case .lend(let sending): handle { send(sending) }
    case .save: saved.append(state)
    case .restore(let number): if saved.indices.contains(number) { restore(saved[number]) }
    case .go(let distance): go(to: position + distance)
    }
    effects.pass(1)
    step.state = state
    step.works = effects.workCount
    step.observers = openObservers
    step.ended = runs.filter(\.hasEnded).map(\.number)
    step.outdated.sort()
  }

  private var openObservers: Int {
    observers.count { $0 != nil } + iterations.count { $0.isOpen } + slices.count
  }

  // MARK: - Actions

  func note(_ event: ProgramEvent) { step.events.append(event) }

  func send(_ action: ProgramAction) { receive(Waiting(actions: [action], run: nil, path: nil)) }

  func send(_ sending: Sending) {
    guard sending.way != .apart else { return sending.actions.forEach { send($0) } }
    receive(Waiting(actions: sending.actions, run: nil, path: nil))
  }

  func answer(
    _ action: ProgramAction, _ context: ModelContext, of stream: ModelEffects.Running? = nil
  ) {
    receive(Waiting(actions: [action], run: context.run, path: context.path, stream: stream))
  }

  private func receive(_ waiting: Waiting) {
    guard !waiting.actions.isEmpty else { return }
    waiting.run?.begin()
    var waiting = waiting
    waiting.turn = effects.turn
    queue.append(waiting)
    handle {}
  }

  /// Runs a closure as part of an action and then handles all queued actions.
  func handle(_ body: () -> Void) {
    guard !isHandling else { return body() }
    isHandling = true
    body()
    while !queue.isEmpty { reduce(queue.removeFirst()) }
    isHandling = false
  }

  private func reduce(_ next: Waiting) {
    let before = state
    effects.turn += 1
    // Nothing happens between the actions of a batch.
    let asked = next.actions.flatMap { reduceOne($0, isAnswer: next.path != nil) }
    notify()
    next.run?.begin()
    start(asked, of: next.run) { next.run?.end() }
    let after = state
    let earlier = effects.earlier
    // The part of a new effect was there, even if a batch created and removed it.
    func hasEnded(_ path: [ModelStep], since turn: Int) -> Bool {
      path.hasVanished(from: before, earlier: turn == effects.turn ? earlier : nil, to: after)
    }
    cancel { hasEnded($0.context.path, since: $0.turn) }
    // An effect of a part that has ended has no part to which its last actions could be sent.
    drop { waiting in waiting.path.map { hasEnded($0, since: waiting.turn) } ?? false }
    next.run?.end()
  }

  private func reduceOne(_ action: ProgramAction, isAnswer: Bool) -> [ModelAsked] {
    note(.reduced(action, isAnswer: isAnswer))
    if line.isEmpty { line = [state] }
    reductions += 1
    let before = state
    var asked = reduce(action, program.reducer)
    // Beyond the limit, actions return no effects.
    if reductions > Program.maxEffects { asked = [] }
    if asked.isRefusal, position < line.count - 1 {
      isChanged = true
    } else {
      if isChanged { line[position] = before }
      isChanged = false
      line.removeSubrange((position + 1)...)
      line.append(state)
      position += 1
      newest = max(newest, position)
    }
    return asked
  }

  // MARK: - Observers

  private func notify() {
    for (slice, last) in slices where slice.value(in: state) != last {
      slices[slice] = nil
      for index in readings.indices where readings[index].contains(slice) {
        readings[index] = []
        step.outdated.append(index)
      }
    }
    for index in iterations.indices where iterations[index].isOpen {
      let iteration = iterations[index]
      guard let value = state.part(at: iteration.moves)?.value(of: iteration.projection),
        value != iteration.last
      else { continue }
      iterations[index].last = value
      give(value, to: index)
    }
    // Observers that are added meanwhile are notified from the next change on.
    for index in observers.indices {
      guard let observer = observers[index],
        let value = state.part(at: observer.moves)?.value(of: observer.projection),
        value != observer.last
      else { continue }
      observers[index]?.last = value
      note(.notified(index, value))
      guard let sends = observer.sends, observer.left > 0 else { continue }
      observers[index]?.left -= 1
      send(sends)
    }
  }

  private func give(_ value: Int, to iteration: Int) {
    step.iterated[iteration, default: []].append(value)
    iterations[iteration].left -= 1
    if iterations[iteration].left == 0 { iterations[iteration].isOpen = false }
  }

  // MARK: - Other states

  private func restore(_ other: Root) {
    if !line.isEmpty {
      line.removeSubrange((position + 1)...)
      line[position] = other
    }
    isChanged = false
    replace(by: other)
  }

  private func replace(by other: Root) {
    handle {
      state = other
      notify()
    }
  }

  private func go(to target: Int) {
    guard line.indices.contains(target), target >= newest - program.history.capacity else { return }
    position = target
    isChanged = false
    replace(by: line[target])
  }

  // MARK: - Cancelling

  private func cancel(_ run: ModelRun) {
    run.isCancelled = true
    effects.cancel { $0.context.run === run }
  }

  func cancel(_ name: ModelName) { cancel { name.reaches($0.context.path) } }

  /// Cancels effects and drops their actions, but not the last actions of effects that have ended.
  private func cancel(where isMeant: (ModelEffects.Running) -> Bool) {
    effects.cancel(where: isMeant)
    drop { $0.stream.map { effects.isRunning($0) && isMeant($0) } ?? false }
  }

  private func drop(where isMeant: (Waiting) -> Bool) {
    let dropped = queue.filter(isMeant)
    queue.removeAll(where: isMeant)
    for waiting in dropped { waiting.run?.end() }
  }
}
