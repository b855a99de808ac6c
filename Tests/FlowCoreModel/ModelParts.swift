/// A step on the path to an effect.
enum ModelStep: Hashable {
  /// A part, and its identifier if the move leads to a position.
  case part(Move, id: Int?)
  case scope(String)
  case id(String)
  /// The identity of a timeout.
  case deadline(Int)

  /// A Boolean value that indicates whether the step is part of the scope of an effect.
  var isPlace: Bool {
    switch self {
    case .part, .scope: true
    case .id, .deadline: false
    }
  }
}

/// The path of an effect and its run.
struct ModelContext {
  var path: [ModelStep] = []
  var run: ModelRun?

  func inside(_ step: ModelStep) -> ModelContext {
    ModelContext(path: path + [step], run: run)
  }

  func name(_ step: ModelStep) -> ModelName {
    ModelName(step: step, places: path.filter(\.isPlace))
  }
}

extension [ModelStep] {
  /// The steps that lead to parts.
  var parts: [ModelStep] { filter { if case .part = $0 { true } else { false } } }

  /// Returns whether a part on the path has disappeared.
  ///
  /// - Parameters:
  ///   - before: An earlier state, in which a part may be missing and return.
  ///   - earlier: The parts on the paths of earlier effects, if this is the path of a new effect: its other
  ///     parts were there, even if they are missing in the earlier state.
  func hasVanished(from before: Root, earlier: [[ModelStep]]?, to after: Root) -> Bool {
    let parts = parts
    return parts.indices.contains { last in
      let part = parts[...last]
      let isNew = earlier.map { !$0.contains { $0.starts(with: part) } } ?? false
      return (isNew || before.has(part)) && !after.has(part)
    }
  }
}

extension Root {
  /// Returns whether the part at the end of some steps is there and has not been replaced.
  fileprivate func has(_ steps: ArraySlice<ModelStep>) -> Bool {
    var part: any ProgramState = self
    for case .part(let move, let id) in steps {
      guard let next = part.part(move), id == nil || next.id == id else { return false }
      part = next
    }
    return true
  }
}

/// An identifier and the place from which it is cancelled.
struct ModelName: Hashable {
  let step: ModelStep
  let places: [ModelStep]

  /// Returns whether an effect has the identifier at this place or further inside.
  func reaches(_ path: [ModelStep]?) -> Bool {
    guard let path else { return false }
    return path.indices.contains { index in
      let around = path[..<index].filter(\.isPlace)
      return (path[index] == step || path[index] == scope) && around.starts(with: places)
    }
  }

  /// The name of a scope is also an identifier.
  private var scope: ModelStep? { if case .id(let id) = step { .scope(id) } else { nil } }
}

final class ModelRun {
  let number: Int
  var isCancelled = false
  private var pending = 0
  private var hasBegun = false

  init(number: Int) { self.number = number }

  var hasEnded: Bool { hasBegun && pending == 0 }

  func begin() {
    hasBegun = true
    pending += 1
  }

  func end() { pending -= 1 }
}

struct ModelObserver {
  let moves: [Move]
  let projection: Projection
  var last: Int
  let sends: Sending?
  var left = 3

  init(moves: [Move], projection: Projection, last: Int, sends: Sending?) {
    self.moves = moves
    self.projection = projection
    self.last = last
    self.sends = sends
  }
}

/// The part that tracked reads share.
struct ModelSlice: Hashable {
  let moves: [Move]
  let style: ScopeStyle
  /// `nil` for the presence of the part.
  let projection: Projection?

  init(_ moves: [Move], _ style: ScopeStyle, _ projection: Projection?) {
    self.moves = moves
    // Most moves have one style, and all styles with a path are equivalent.
    self.style = style == .closure && moves.contains(where: \.hasStyles) ? .closure : .path
    self.projection = projection
  }

  /// Returns the value of the slice in a state.
  func value(in state: Root) -> Int? {
    let part = state.part(at: moves)
    if let projection { return part?.value(of: projection) }
    if part != nil { return 1 }
    // A removed state is in no case.
    let isCase = moves.last == .first || moves.last == .second
    return isCase && state.part(at: moves.dropLast()) == nil ? nil : 0
  }

  /// Returns the slices that a read of a part touches, as far as the parts exist.
  static func all(
    of moves: [Move], _ style: ScopeStyle, _ projection: Projection, in state: Root
  ) -> [ModelSlice] {
    var slices: [ModelSlice] = []
    for (index, move) in moves.enumerated() where !move.hasStyles {
      let slice = ModelSlice(Array(moves[...index]), style, nil)
      slices.append(slice)
      if slice.value(in: state) == 0 { return slices }
    }
    return slices + [ModelSlice(moves, style, projection)]
  }
}

/// A reader that iterates over the states of a part.
struct ModelIteration {
  let moves: [Move]
  let projection: Projection
  var last: Int?
  /// The number of further states.
  var left: Int
  var isOpen: Bool
}

/// The running effects and all later events.
final class ModelEffects {
  final class Running {
    let context: ModelContext
    let isWork: Bool
    var isCancelled = false
    /// A Boolean value that indicates whether its body is running. A cancelled effect then ends by
    /// itself.
    var isActive = true
    /// The instant of its start.
    let start: Int
    /// The number of the turn in which it started; see `Model`.
    let turn: Int
    /// Ends the effect if it waits.
    var end: () -> Void = {}

    init(_ context: ModelContext, isWork: Bool, at start: Int, in turn: Int) {
      self.context = context
      self.isWork = isWork
      self.start = start
      self.turn = turn
    }
  }

  private var running: [Running] = []
  /// The number of queue entries that have been reduced.
  var turn = 0
  private var ready: [() -> Void] = []
  /// The ends of cancelled effects. The clock resumes them at the end of the turn, after everything
  /// that became ready in it.
  private var called: [() -> Void] = []
  private var later: [(time: Int, action: () -> Void)] = []
  private var now = 0
  private var cancelledNow: [Running] = []
  /// A Boolean value that indicates whether several effects were cancelled at one instant, one of
  /// which had just started. They resume in the order in which they started, but whether the last
  /// one is already sleeping depends on the runtime. Later events are not deterministic.
  private(set) var isAmbiguous = false

  var workCount: Int { running.count { $0.isWork } }

  func open(_ context: ModelContext, isWork: Bool) -> Running {
    let one = Running(context, isWork: isWork, at: now, in: turn)
    running.append(one)
    return one
  }

  func close(_ one: Running) { running.removeAll { $0 === one } }

  /// The parts on the paths of the effects that started in earlier turns and have not ended.
  var earlier: [[ModelStep]] { running.filter { $0.turn < turn }.map(\.context.path.parts) }

  func isRunning(_ one: Running) -> Bool { running.contains { $0 === one } }

  func cancel(where isMeant: (Running) -> Bool) {
    for one in running where isMeant(one) && !one.isCancelled {
      one.isCancelled = true
      guard one.isWork else { continue }
      cancelledNow.append(one)
      if cancelledNow.count > 1, cancelledNow.contains(where: { $0.start == now }) {
        isAmbiguous = true
      }
      called.append { if !one.isActive { one.end() } }
    }
  }

  /// Discards all later events.
  func forget() {
    for one in running { one.end = {} }
    running = []
    ready = []
    called = []
    later = []
  }

  /// Runs a closure after everything that is ready now and before time advances.
  func soon(_ action: @escaping () -> Void) { ready.append(action) }

  /// Waits for a duration or a cancellation and then calls a closure.
  func sleep(_ one: Running, _ duration: Int, then next: @escaping () -> Void) {
    if one.isCancelled { return next() }
    var isDone = false
    let resume = {
      if isDone { return }
      isDone = true
      one.isActive = true
      one.end = {}
      next()
    }
    one.isActive = false
    one.end = resume
    later.append((now + duration, resume))
  }

  func pass(_ duration: Int) {
    let end = now + duration
    while true {
      while true {
        ready += called
        called = []
        if ready.isEmpty { break }
        ready.removeFirst()()
      }
      guard let time = later.lazy.map(\.time).min(), time < end else { break }
      now = time
      cancelledNow = []
      // All events at one instant are due together, in the order of their sleeps.
      ready += later.filter { $0.time == time }.map(\.action)
      later.removeAll { $0.time == time }
    }
    now = end
    cancelledNow = []
  }
}
