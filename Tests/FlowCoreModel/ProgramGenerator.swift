internal import FlowTesting

/// Generates programs from seeds.
package struct ProgramGenerator {
  /// The instants of a program. If they are all different, a program has one result, which the
  /// model computes except for the ends of a few programs. Otherwise, the seed of a schedule
  /// determines the result.
  package enum Timing: Sendable {
    /// No effect takes time.
    case none
    case apart, together
  }

  private var random: SeededGenerator
  private let timing: Timing
  private var effectCount = 0
  /// Parts where most operations happen, so that they affect observers.
  private var haunts: [[Move]] = []

  private init(seed: UInt64, timing: Timing) {
    random = SeededGenerator(seed: seed)
    self.timing = timing
  }

  /// Returns the program of a seed.
  ///
  /// - Parameter timing: The instants. By default, every second program takes no time, and the
  ///   instants of the others are different.
  package static func program(seed: UInt64, timing: Timing? = nil) -> Program {
    var generator = ProgramGenerator(
      seed: seed, timing: timing ?? (seed % 2 == 0 ? .none : .apart))
    return generator.program()
  }

  private mutating func program() -> Program {
    effectCount = below(8)
    let haunt = [move()] + path().prefix(1)
    haunts = [haunt, alias(of: haunt), path()]
    let effects = (0..<effectCount).map { effect(number: $0, depth: 3) }
    var steps: [ProgramStep] = flip() ? [.save] : []
    steps += (0..<(1 + below(3))).map { _ in .send(filling()) }
    steps += haunts.flatMap { arrivals(at: $0) }.map { .send($0) }
    steps += (0..<(4 + below(14))).map { _ in step() }
    // Long enough for most effects to end.
    if below(2) == 0 { steps.append(.wait(1_000_000_000_000)) }
    var plan = ReducerPlan(parts: [.own], isDeclaring: flip(), onlookers: onlookers(), inner: [])
    for _ in 0..<2 {
      plan = ReducerPlan(
        parts: parts(), isDeclaring: flip(), onlookers: onlookers(), inner: [plan])
    }
    return Program(reducer: plan, history: history(), effects: effects, steps: steps)
  }

  /// Usually none.
  private mutating func onlookers() -> [Onlooker] {
    (0..<max(0, below(6) - 3)).map { _ in pick(Onlooker.allCases) }
  }

  private mutating func history() -> HistoryPlan {
    HistoryPlan(capacity: flip() ? 1_000 : 1 + below(8), interval: pick([1, 2, 4, 8]))
  }

  private mutating func parts() -> [ReducerPlan.Part] {
    // Most of them, in any order.
    var parts = ReducerPlan.Part.allCases.filter { $0 == .own || below(6) > 0 }
    for index in parts.indices where flip() {
      parts.swapAt(index, below(parts.count))
    }
    return parts
  }

  // MARK: - Steps

  private mutating func step() -> ProgramStep {
    switch below(50) {
    case 0..<11: .send(action(after: -1))
    case 11..<13:
      flip()
        ? .sendInside(moves(), style(), action(after: -1))
        : .sendBatch(below(3) == 0 ? [] : moves(), style(), batch())
    case 13..<17: .run(action(after: -1))
    case 17: .cancelRun(below(3))
    case 18..<22: .wait(duration())
    case 22..<28:
      .subscribe(
        moves(), style(), pick(Projection.allCases), sends: below(4) == 0 ? sending(-1, 3) : nil)
    case 28: .unsubscribe(below(4))
    case 29..<34: .read(moves(), style(), pick([.number, .other, .whole]))
    case 34: .cancelEffects
    case 35: .lend(sending(-1, 3))
    case 36, 37: .save
    case 38..<41: .restore(below(2))
    case 41..<44: .go(by: -1 - below(4))
    case 44: .go(by: 1 + below(2))
    // A reader that leaves an iteration takes time.
    case 45..<48 where takesTime:
      .iterate(
        moves(), style(), flip() ? .number : .other, most: flip() ? 1 + below(4) : nil)
    case 48 where takesTime: .cancelIteration(below(3))
    default: .wait(duration())
    }
  }

  private mutating func style() -> ScopeStyle { pick([.path, .path, .closure, .typed, .erased]) }

  private mutating func moves() -> [Move] { flip() ? pick(haunts) : path() }

  private mutating func path() -> [Move] { (0..<below(3)).map { _ in move() } }

  /// Returns another path to a part, or one close to it.
  private mutating func alias(of path: [Move]) -> [Move] {
    path.map { move in
      switch move {
      case .left: .mirror
      case .mirror: .left
      case .row(let id): .nth(id == 0 ? 1 : 0)
      case .nth(let place): .row(place == 0 ? 1 : 0)
      default: move
      }
    }
  }

  private mutating func move() -> Move {
    switch below(15) {
    case 0, 1: .left
    case 2: .right
    case 3, 4: .mirror
    case 5..<8: .row(below(3))
    case 8: .item(below(2))
    case 9: .entry(below(2))
    case 10: .detail
    case 11: .first
    case 12, 13: .nth(below(3))
    default: .second
    }
  }

  // MARK: - Actions

  /// Returns an action that creates a part.
  private mutating func filling() -> ProgramAction {
    let operation: Operation =
      switch below(6) {
      case 0..<2: .addRow(below(3))
      case 2: .addItem
      case 3: .setEntry(below(2))
      case 4: .setDetail(below(2))
      default: flip() ? .goToFirst(below(2)) : .goToSecond
      }
    return ProgramAction(moves: below(3) == 0 ? [move()] : [], operation: operation, effect: nil)
  }

  /// Returns the actions that create a part, usually all of them.
  private mutating func arrivals(at moves: [Move]) -> [ProgramAction] {
    moves.indices.compactMap { index in
      let operation: Operation? =
        switch moves[index] {
        case .left, .right, .mirror: nil
        case .row(let id): .addRow(id)
        case .nth: .addRow(below(3))
        case .item: .addItem
        case .entry(let key): .setEntry(key)
        case .detail: .setDetail(below(2))
        case .first: .goToFirst(below(2))
        case .second: .goToSecond
        }
      guard let operation, below(4) > 0 else { return nil }
      return ProgramAction(moves: Array(moves[..<index]), operation: operation, effect: nil)
    }
  }

  /// Returns an action with an effect after the one with a number.
  private mutating func action(after number: Int) -> ProgramAction {
    let left = effectCount - 1 - number
    let (moves, operation) = below(8) == 0 ? departure(from: pick(haunts)) : (moves(), operation())
    return ProgramAction(
      moves: moves, operation: operation,
      effect: left > 0 && below(3) > 0 ? number + 1 + below(left) : nil)
  }

  /// Returns an operation that removes a part on a path.
  private mutating func departure(from path: [Move]) -> ([Move], Operation) {
    guard !path.isEmpty else { return ([], .resetLeft) }
    let index = below(path.count)
    let operation: Operation =
      switch path[index] {
      case .left, .right, .mirror: .resetLeft
      case .row(let id): .removeRow(id)
      case .nth: .removeRow(below(3))
      case .item: .removeItem
      case .entry(let key): .removeEntry(key)
      case .detail: .setDetail(nil)
      case .first, .second: .goToEmpty
      }
    return (Array(path[..<index]), operation)
  }

  private mutating func operation() -> Operation {
    switch below(24) {
    case 0..<5: .nothing
    case 5..<9: .add(1 + below(3))
    case 9..<11: .addOther(1 + below(3))
    case 11: .resetLeft
    case 12..<14: .addRow(below(3))
    case 14..<16: .removeRow(below(3))
    case 16: .replaceRow(below(3), by: below(3))
    case 17: .reverseRows
    case 18: flip() ? .addItem : .removeItem
    case 19: flip() ? .setEntry(below(2)) : .removeEntry(below(2))
    case 20, 21: .setDetail(flip() ? below(2) : nil)
    case 22: .goToEmpty
    default: flip() ? .goToFirst(below(2)) : .goToSecond
    }
  }

  // MARK: - Effects

  private mutating func effect(number: Int, depth: Int) -> EffectScript {
    let inner = depth - 1
    // The innermost effects are works.
    switch below(depth > 0 ? 28 : 10) {
    case 0: return .send(action(after: number))
    case 1: return .run(sends: sending(number, 3), answer: answer(number))
    case 2..<6:
      return .task(
        sends: below(4) == 0 ? sending(number, 2) : [],
        sleeps: (0..<(takesTime ? below(3) : 0)).map { _ in duration() }, answer: answer(number))
    case 6 where takesTime:
      return below(4) == 0 ? .failing(after: duration()) : .delay(duration())
    case 6, 7:
      return .stream(
        (0..<(takesTime ? below(4) : 0)).map { _ in
          Tick(sleep: duration(), answer: action(after: number))
        })
    case 8, 9: return .cancel(id())
    case 10..<13:
      return .merge((0..<(1 + below(3))).map { _ in effect(number: number, depth: inner) })
    case 13, 14:
      return .concatenate((0..<(1 + below(3))).map { _ in effect(number: number, depth: inner) })
    case 15..<18 where takesTime:
      // Effects that are cancelled together, each with a following effect.
      let id = id()
      return .merge(
        (0..<(1 + below(3))).map { _ in
          let work = EffectScript.task(sends: [], sleeps: [duration()], answer: answer(number))
          return .concatenate([
            .cancellable(id, inFlight: false, work), .send(action(after: number)),
          ])
        })
    case 18..<21:
      return .cancellable(id(), inFlight: flip(), effect(number: number, depth: inner))
    case 21 where takesTime:
      return .debounced(id(), duration(), effect(number: number, depth: inner))
    case 22 where takesTime, 23 where takesTime:
      return .throttled(id(), duration(), latest: flip(), effect(number: number, depth: inner))
    case 24 where takesTime, 25 where takesTime:
      return .timeout(duration(), late: answer(number), effect(number: number, depth: inner))
    default: return .scoped(id(), effect(number: number, depth: inner))
    }
  }

  private mutating func sending(_ number: Int, _ most: Int) -> Sending {
    Sending(
      actions: (0..<below(most + 1)).map { _ in action(after: number) },
      way: pick(Sending.Way.allCases))
  }

  private mutating func batch() -> [ProgramAction] {
    (0..<below(5)).map { _ in action(after: -1) }
  }

  private mutating func answer(_ number: Int) -> ProgramAction? {
    below(5) == 0 ? nil : action(after: number)
  }

  private mutating func id() -> String { pick(["a", "b"]) }

  private var takesTime: Bool { timing != .none }

  private mutating func duration() -> Int {
    switch timing {
    case .none: 1
    // A range in which all instants of a program are different.
    case .apart: 1_000_000_000 + below(80_000_000_000)
    case .together: 1_000_000 * (1 + below(4))
    }
  }

  // MARK: - Choices

  private mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

  private mutating func flip() -> Bool { below(2) == 0 }

  private mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[below(choices.count)]
  }
}
