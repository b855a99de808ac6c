/// One step of the way to an effect, as the model sees it.
enum ModelStep: Hashable {
  case part(Move)
  case scope(String)
  case id(String)
  /// What tells the work under one timeout from all other.
  case deadline(Int)

  /// Whether it says where an effect belongs.
  var isPlace: Bool {
    switch self {
    case .part, .scope: true
    case .id, .deadline: false
    }
  }
}

/// Where an effect belongs, and which run it is part of.
struct ModelContext {
  var path: [ModelStep] = []
  var run: ModelRun?

  func inside(_ step: ModelStep) -> ModelContext {
    ModelContext(path: path + [step], run: run)
  }

  /// What an effect here cancels by an identifier.
  func name(_ step: ModelStep) -> ModelName {
    ModelName(step: step, places: path.filter(\.isPlace))
  }

  /// Whether a part that it belongs to was there and is not there any more.
  func hasVanished(from before: Root, to after: Root) -> Bool {
    let moves = path.compactMap { if case .part(let move) = $0 { move } else { nil } }
    return moves.indices.contains { last in
      before.part(at: moves[...last]) != nil && after.part(at: moves[...last]) == nil
    }
  }
}

/// An identifier, and the place where somebody asked to cancel it.
struct ModelName: Hashable {
  let step: ModelStep
  let places: [ModelStep]

  /// Whether an effect has the identifier there or further in.
  func reaches(_ path: [ModelStep]?) -> Bool {
    guard let path else { return false }
    return path.indices.contains { index in
      let around = path[..<index].filter(\.isPlace)
      return (path[index] == step || path[index] == scope) && around.starts(with: places)
    }
  }

  /// The name of a scope is an identifier, too.
  private var scope: ModelStep? { if case .id(let id) = step { .scope(id) } else { nil } }
}

/// One `run`.
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

/// A subscription.
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

/// What readings that Observation tracks share.
struct ModelSlice: Hashable {
  let moves: [Move]
  let style: ScopeStyle
  /// `nil` for whether the part is there.
  let projection: Projection?

  init(_ moves: [Move], _ style: ScopeStyle, _ projection: Projection?) {
    self.moves = moves
    // Most moves can be made in one way only, and of those by a path it does not matter which.
    self.style = style == .closure && moves.contains(where: \.hasStyles) ? .closure : .path
    self.projection = projection
  }

  /// What there is to be read in a state.
  func value(in state: Root) -> Int? {
    let part = state.part(at: moves)
    if let projection { return part?.value(of: projection) }
    if part != nil { return 1 }
    // A state that has gone is in no case, neither in this one nor in another.
    let isCase = moves.last == .first || moves.last == .second
    return isCase && state.part(at: moves.dropLast()) == nil ? nil : 0
  }

  /// What a reading of a part reads, as far as the parts on the way are there.
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

/// Somebody who iterates over the states of a part.
struct ModelIteration {
  let moves: [Move]
  let projection: Projection
  var last: Int?
  /// How many states it still wants.
  var left: Int
  var isOpen: Bool
}

/// The effects that have begun and not ended, and everything that is to happen later.
final class ModelEffects {
  /// One effect.
  final class Running {
    let context: ModelContext
    let isWork: Bool
    var isCancelled = false
    /// Whether its body is being carried out: it ends by itself when it was cancelled meanwhile.
    var isActive = true
    /// The instant at which it began.
    let start: Int
    /// Ends it, if it waits.
    var end: () -> Void = {}

    init(_ context: ModelContext, isWork: Bool, at start: Int) {
      self.context = context
      self.isWork = isWork
      self.start = start
    }
  }

  private var running: [Running] = []
  private var ready: [() -> Void] = []
  /// The ends of those who were cancelled: the clock calls them when the turn is over, so that they
  /// come behind whatever became ready in it.
  private var called: [() -> Void] = []
  private var later: [(time: Int, action: () -> Void)] = []
  private var now = 0
  private var cancelledNow: [Running] = []
  /// Whether several were cancelled at one instant, and one of them had just begun. They wake in the
  /// order in which they began; but whether who has just begun is asleep already, and must be woken,
  /// is the runtime's business. Nothing is certain from there on.
  private(set) var isAmbiguous = false

  var workCount: Int { running.count { $0.isWork } }

  func open(_ context: ModelContext, isWork: Bool) -> Running {
    let one = Running(context, isWork: isWork, at: now)
    running.append(one)
    return one
  }

  func close(_ one: Running) { running.removeAll { $0 === one } }

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

  /// Forgets what has not happened, which holds whatever it would have come to.
  func forget() {
    for one in running { one.end = {} }
    running = []
    ready = []
    called = []
    later = []
  }

  /// Does something when all that is ready now has been done, before time goes on.
  func soon(_ action: @escaping () -> Void) { ready.append(action) }

  /// Waits for a duration, or until it is cancelled; then goes on.
  func sleep(_ one: Running, _ duration: Int, then next: @escaping () -> Void) {
    if one.isCancelled { return next() }
    var isDone = false
    let goOn = {
      if isDone { return }
      isDone = true
      one.isActive = true
      one.end = {}
      next()
    }
    one.isActive = false
    one.end = goOn
    later.append((now + duration, goOn))
  }

  /// Lets time pass.
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
      // All who are due wake together, in the order in which they came to sleep.
      ready += later.filter { $0.time == time }.map(\.action)
      later.removeAll { $0.time == time }
    }
    now = end
    cancelledNow = []
  }
}
