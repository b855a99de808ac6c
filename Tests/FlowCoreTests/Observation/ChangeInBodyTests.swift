import FlowCore
import FlowTestSupport
import Observation
import Testing

/// The same properties in a state and in an object that Observation observes itself.
private struct Fields: Equatable {
  var first = 0
  var second = 0
  var inner = Inner()
  var list: [Int: Int] = [1: 0]
  var sum: Int { first &+ second }

  struct Inner: Equatable {
    var third = 0
  }
}

@Observable
private final class ObservedFields {
  var first = 0
  var second = 0
  var third = 0
  var member = 0
  var sum: Int { first &+ second }
}

private enum Field: CaseIterable {
  case first, second, third, member, sum
}

private enum Setting {
  case set(Field, Int)
  case answer(Field, Int)
}

private struct FieldsReducer: Reducer {
  func reduce(into fields: inout Fields, action: Setting) -> Effect<Setting> {
    switch action {
    case .set(let field, let value): fields.set(field, value)
    case .answer(let field, let value): return .send(.set(field, value))
    }
    return .none
  }
}

extension Fields {
  mutating func set(_ field: Field, _ value: Int) {
    switch field {
    case .first, .sum: first = value
    case .second: second = value
    case .third: inner.third = value
    case .member: list[1] = value
    }
  }
}

/// An operation of a tracked body, or between bodies.
private indirect enum BodyStep {
  case read(Field)
  case write(Field, Way)
  case track([BodyStep])

  /// The ways to change a store.
  enum Way: CaseIterable {
    case send, scope, answer, otherStore, restore, batch
  }

  static func random(_ dice: inout Dice, depth: Int = 2) -> BodyStep {
    switch dice.below(depth > 0 ? 8 : 6) {
    case 0..<3: .read(dice.pick(Field.allCases))
    case 3..<6: .write(dice.pick(Field.allCases), dice.pick(Way.allCases))
    default: .track((0..<dice.below(5)).map { _ in random(&dice, depth: depth - 1) })
    }
  }
}

/// The numbers of notifications of each tracked body. Bodies that were notified are drawn again
/// after each step, as views are.
private final class Drawings: @unchecked Sendable {
  var counts: [Int] = []
  private var outdated: [(number: Int, steps: [BodyStep])] = []
  private var read: (Field) -> Void
  private var write: (Field, Int, BodyStep.Way) -> Void
  private var lastValue = 0
  private var redraws = 0

  init(
    read: @escaping (Field) -> Void, write: @escaping (Field, Int, BodyStep.Way) -> Void
  ) {
    self.read = read
    self.write = write
  }

  func perform(_ step: BodyStep) {
    switch step {
    case .read(let field): read(field)
    case .write(let field, let way):
      // All values differ.
      lastValue += 1
      write(field, lastValue, way)
    case .track(let steps):
      counts.append(0)
      draw(counts.count - 1, steps)
    }
  }

  private func draw(_ number: Int, _ steps: [BodyStep]) {
    withObservationTracking {
      for step in steps { perform(step) }
    } onChange: { [self] in
      counts[number] += 1
      outdated.append((number, steps))
    }
  }

  /// Releases what is drawn, which retains this object until its next change.
  func end() {
    read = { _ in }
    write = { _, _, _ in }
    outdated = []
  }

  func drawOutdated() {
    let outdated = self.outdated
    self.outdated = []
    for drawing in outdated.sorted(by: { $0.number < $1.number }) where redraws < 50 {
      redraws += 1
      draw(drawing.number, drawing.steps)
    }
  }
}

@MainActor
struct `A change within a tracked body is seen later` {
  /// Returns the numbers of notifications of an object that is `@Observable`.
  private func expected(_ steps: [BodyStep]) -> [[Int]] {
    let fields = ObservedFields()
    let drawings = Drawings {
      switch $0 {
      case .first: _ = fields.first
      case .second: _ = fields.second
      case .third: _ = fields.third
      case .member: _ = fields.member
      case .sum: _ = fields.sum
      }
    } write: { field, value, _ in
      switch field {
      case .first, .sum: fields.first = value
      case .second: fields.second = value
      case .third: fields.third = value
      case .member: fields.member = value
      }
    }
    return counts(of: drawings, steps)
  }

  private func found(_ steps: [BodyStep]) -> [[Int]] {
    let store = Store(initialState: Fields(), reducer: FieldsReducer())
    let other = Store(
      initialState: 0,
      reducer: Reduce<Int, Int> {
        $0 = $1; return .none
      })
    let inner = store.scope(state: \.inner, action: .whole)
    let sum = store.scope(state: { $0.sum }, action: .whole)
    var sent = Field.first
    let subscription = other.subscribe(to: \.self) { store.send(.set(sent, $0)) }
    let drawings = Drawings {
      switch $0 {
      case .first: _ = store.first
      case .second: _ = store.second
      case .third: _ = inner.third
      case .member: _ = store.scope(1, of: \.list, action: .ignored)?.state
      case .sum: _ = sum.state
      }
    } write: { field, value, way in
      switch way {
      case .send: store.send(.set(field, value))
      case .scope: inner.send(.set(field, value))
      case .answer: store.send(.answer(field, value))
      case .otherStore:
        sent = field
        other.send(value)
      case .restore:
        var fields = store.current
        fields.set(field, value)
        store.restore(fields)
      case .batch: store.send(contentsOf: [.set(field, value)])
      }
    }
    defer { subscription.cancel() }
    return counts(of: drawings, steps)
  }

  private func counts(of drawings: Drawings, _ steps: [BodyStep]) -> [[Int]] {
    defer { drawings.end() }
    return steps.map { step in
      drawings.perform(step)
      drawings.drawOutdated()
      return drawings.counts
    }
  }

  @Test func `as by Observation, in random bodies`() {
    for seed in 0..<600 {
      var dice = Dice(seed)
      let steps = (0..<(2 + dice.below(8))).map { _ in BodyStep.random(&dice) }
      let (expected, found) = (expected(steps), found(steps))
      guard found != expected else { continue }
      Issue.record("seed \(seed), \(steps): Observation \(expected), the store \(found)")
      return
    }
  }

  @Test(arguments: BodyStep.Way.allCases)
  private func `in each way of changing a store`(way: BodyStep.Way) {
    let steps: [BodyStep] = [
      .track([.read(.first), .write(.first, way)]), .write(.second, .send), .write(.first, .send),
    ]
    #expect(found(steps) == [[0], [0], [1]])
  }

  @Test func `and an open reading remains only until then`() {
    let store = Store(initialState: Fields(), reducer: FieldsReducer())
    withObservationTracking {
      _ = store.first
      store.send(.set(.first, 1))
    } onChange: {
    }
    #expect(store.counts.observers == 1)
    store.send(.set(.first, 2))
    #expect(store.counts.observers == 0)
  }
}

extension CasePath<Setting, (Int, Int)> {
  fileprivate static var ignored: Self { Self({ .set(.member, $1) }) { _ in nil } }
}
