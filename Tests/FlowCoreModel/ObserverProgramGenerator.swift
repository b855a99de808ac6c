internal import FlowTesting

/// Generates programs of observers from seeds.
struct ObserverProgramGenerator {
  private var random: SeededGenerator
  /// Parts that most observers read, so that operations affect them.
  private var haunts: [PanelPart] = []

  private init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  static func program(seed: UInt64) -> ObserverProgram {
    var generator = ObserverProgramGenerator(seed: seed)
    let isDeclaring = generator.flip()
    generator.haunts = (0..<(1 + generator.below(3))).map { _ in generator.anyPart() }
    // Few or many, so that sometimes no observer is left.
    let count = generator.flip() ? 3 + generator.below(6) : 8 + generator.below(20)
    return ObserverProgram(
      isDeclaring: isDeclaring, steps: (0..<count).map { _ in generator.step(depth: 3) })
  }

  private mutating func step(depth: Int) -> ObserverStep {
    switch below(20) {
    case 0..<7: return .send(actions(1 + below(3)), isBatch: flip())
    case 7..<14: return .watch(watcher(depth: depth))
    case 14, 15: return below(4) == 0 ? .endAll : .end(below(10))
    case 16: return .read(part())
    case 17 where depth > 0, 18 where depth > 0:
      return .lend((0..<below(4)).map { _ in flip() ? reading() : step(depth: depth - 1) })
    case 19: return .restore(actions(below(4)))
    default: return .send(actions(1), isBatch: false)
    }
  }

  private mutating func reading() -> ObserverStep {
    flip() ? .read(part()) : .watch(Watcher(.tracking, of: [part()]))
  }

  private mutating func watcher(depth: Int) -> Watcher {
    let kind = pick(
      [.subscriber, .reader, .reader, .tracking, .tracking, .stream] as [Watcher.Kind])
    let reactions: [[ObserverStep]] =
      depth == 0 || below(3) == 0
      ? []
      : (0..<below(4)).map { _ in
        below(6) == 0 ? [.endAll] : (0..<below(4)).map { _ in step(depth: depth - 1) }
      }
    let isActive = kind == .tracking && depth > 0 && flip()
    return Watcher(
      kind, of: (0..<(1 + below(4))).map { _ in part() },
      within: isActive ? (0..<below(4)).map { _ in step(depth: depth - 1) } : [],
      reactions: reactions)
  }

  private mutating func part() -> PanelPart { below(3) > 0 ? pick(haunts) : anyPart() }

  private mutating func anyPart() -> PanelPart {
    switch below(19) {
    case 0..<2: .first
    case 2: .second
    case 3: .items
    case 4..<7: .item(below(3))
    case 7: .note
    case 8..<11: .opaque
    case 11: .sum
    case 12: .hasItem(below(3))
    case 13: .hasNote
    case 14: .hasMode
    case 15: .mode
    case 16, 17: .tagged
    default: .parity
    }
  }

  private mutating func actions(_ count: Int) -> [PanelAction] {
    (0..<count).map { _ in action() }
  }

  // With few values, so that many are equal to the previous ones.
  private mutating func action() -> PanelAction {
    switch below(18) {
    case 0: .nothing
    case 1..<4: .first(below(4))
    case 4: .second(below(3))
    case 5..<8: .item(below(3), below(3))
    case 8, 9: .addItem(below(3))
    case 10: .removeItem
    case 11: .note(flip() ? below(3) : nil)
    case 12, 13: .mode(flip() ? below(3) : nil)
    case 14, 15: .tagged(below(3))
    default: .opaque(below(2))
    }
  }

  private mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

  private mutating func flip() -> Bool { below(2) == 0 }

  private mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[below(choices.count)]
  }
}
