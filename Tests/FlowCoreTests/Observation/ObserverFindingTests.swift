import Testing

@testable import FlowCore

/// An operation on a list of observers, which are numbered in the order of addition.
private enum ListStep {
  /// Adds an observer. A closed one is opened later, like one of Observation.
  case come(StateRegion, isOpen: Bool)
  /// Removes an observer.
  case leave(Int)
  /// Closes an observer temporarily.
  case rest(Int)
  /// Opens an observer again if the list still has it.
  case wake(Int)
  case notify([StateRegion])
}

/// A program of operations, given by its seed.
private struct ListProgram {
  let seed: Int

  /// The size of the state in bytes. Smaller states have smaller ranges.
  var size: Int {
    var dice = Dice(seed, 0)
    return dice.pick([24, 64, 200, 5_000])
  }

  /// The operations outside notifications.
  var steps: [ListStep] {
    var dice = Dice(seed, 1)
    return (0..<(4 + dice.below(24))).flatMap { _ in steps(&dice) }
  }

  /// Returns the operations of an observer at its first notification, its second, and so on.
  func steps(of observer: Int, visit: Int) -> [ListStep] {
    var dice = Dice(seed, 2, observer, visit)
    guard visit < 2, dice.once(in: 6) else { return [] }
    return steps(&dice)
  }

  // Sometimes many at a time.
  private func steps(_ dice: inout Dice) -> [ListStep] {
    switch dice.below(16) {
    case 0..<5: return [.come(region(&dice), isOpen: !dice.once(in: 5))]
    case 5:
      let count = dice.pick([6, 20, 70])
      return (0..<count).map { .come(member($0, &dice), isOpen: true) }
    case 6:
      return (0..<dice.pick([3, 30])).map { _ in .leave(dice.below(100)) }
    case 7: return [.leave(dice.below(40))]
    case 8: return [.rest(dice.below(20))]
    case 9, 10: return [.wake(dice.below(20))]
    case 11: return [.notify((0..<dice.below(5)).map { _ in region(&dice) })]
    default: return [.notify([region(&dice)])]
    }
  }

  /// The collections are at bytes 0 to 8, at 8 to 16, and at the last 8.
  private func member(_ key: Int, _ dice: inout Dice) -> StateRegion {
    let lower = dice.pick([0, 8, size - 8])
    return StateRegion(lower: lower, upper: lower + 8, key: key, kind: .element)
  }

  private func region(_ dice: inout Dice) -> StateRegion {
    switch dice.below(12) {
    case 0: return .all
    case 1: return .nothing
    case 2: return .unknown
    case 3:
      let lower = dice.pick([0, 8, size - 8])
      return StateRegion(lower: lower, upper: lower + 8)
    case 4..<6:
      let lower = dice.below(size)
      let upper = lower + 1 + dice.below(size - lower)
      return StateRegion(lower: lower, upper: upper, kind: dice.pick([.bytes, .unknown]))
    default: return member(dice.pick([dice.below(6), dice.below(80), dice.below(1 << 40)]), &dice)
    }
  }
}

/// Runs a program. Notified observers perform their operations.
private class ListRun {
  let program: ListProgram
  /// The notified observers in order.
  var notified: [Int] = []
  private var visits: [Int: Int] = [:]

  init(_ program: ListProgram) { self.program = program }

  func carryOut(_ step: ListStep) { fatalError("a subclass knows how") }

  func noteNotified(_ observer: Int) {
    notified.append(observer)
    let visit = visits[observer, default: 0]
    visits[observer] = visit + 1
    // The operations of one observer may notify hundreds.
    guard notified.count < 400 else { return }
    for step in program.steps(of: observer, visit: visit) { carryOut(step) }
  }
}

/// The list of a store.
private final class IndexedRun: ListRun {
  private let store: Store<EmptyReducer<Int, Int>>
  private var list: ObserverList { store.core.observerList }
  private var observers: [Observer] = []
  private var hasRested = false
  /// The observers that were removed, which are never opened again.
  private var hasLeft: Set<Int> = []
  /// For each observer that was reopened, `true` if it was still in the list.
  private(set) var woken: [Bool] = []

  override init(_ program: ListProgram) {
    store = Store(initialState: 0, reducer: EmptyReducer())
    store.core.pointee.observed.divide(program.size)
    super.init(program)
  }

  override func carryOut(_ step: ListStep) {
    switch step {
    case .come(let region, let isOpen):
      let number = observers.count
      let observer = Observer(
        region: region, isOpen: isOpen, check: { [unowned self] _ in noteNotified(number) },
        hasChanged: { _ in false })
      observers.append(observer)
      list.add(observer)
    case .leave(let number):
      guard observers.indices.contains(number), observers[number].isOpen else { return }
      hasLeft.insert(number)
      list.end(observers[number])
    case .rest(let number):
      guard observers.indices.contains(number), observers[number].isOpen else { return }
      observers[number].isOpen = false
      hasRested = true
      list.closed(observers[number])
    case .wake(let number):
      guard observers.indices.contains(number), !observers[number].isOpen else { return }
      let observer = observers[number]
      woken.append(
        !hasLeft.contains(number)
          && (0..<list.all.count).contains { list.all[$0].takeUnretainedValue() === observer })
      guard woken.last == true else { return }
      observer.isOpen = true
      list.opened(observer)
    case .notify(let regions):
      if regions.count == 1 { list.notify(regions[0]) } else { list.notify(regions) }
    }
  }

  /// A description of an inconsistency; `nil` if there is none.
  var fault: String? {
    let open = observers.filter(\.isOpen)
    if list.openCount != open.count { return "\(list.openCount) open, not \(open.count)" }
    if store.isObserved == open.isEmpty { return "is observed: \(store.isObserved)" }
    let keyed = open.filter(\.region.isElement)
    for observer in open where store.core.pointee.observed.isUnobserved(observer.region) {
      if !observer.region.isNothing { return "no observer is known to read \(observer.region)" }
    }
    // While an observer is closed temporarily, the known ranges may be too large. Otherwise, only
    // the places of keys are considered observed.
    if hasRested || open.count > keyed.count { return nil }
    let places = Set(keyed.map { $0.region.key & (list.keyed.placeCount - 1) })
    for key in 0..<24 {
      let region = StateRegion(lower: 0, upper: 8, key: key, kind: .element)
      if !places.contains(key & (list.keyed.placeCount - 1)),
        !store.core.pointee.observed.isUnobserved(region)
      {
        return "an observer is known to read \(region)"
      }
    }
    return nil
  }
}

/// A list that is searched linearly.
private final class ScannedRun: ListRun {
  private var observers: [(region: StateRegion, isOpen: Bool)] = []
  private var woken: ArraySlice<Bool>

  init(_ program: ListProgram, woken: [Bool]) {
    self.woken = woken[...]
    super.init(program)
  }

  override func carryOut(_ step: ListStep) {
    switch step {
    case .come(let region, let isOpen): observers.append((region, isOpen))
    case .leave(let number), .rest(let number):
      if observers.indices.contains(number) { observers[number].isOpen = false }
    case .wake(let number):
      guard observers.indices.contains(number), !observers[number].isOpen else { return }
      observers[number].isOpen = woken.popFirst() ?? false
    case .notify(let regions):
      // Observers that are added meanwhile are notified from the next change on.
      for number in observers.indices where observers[number].isOpen {
        if regions.contains(where: observers[number].region.overlaps) { noteNotified(number) }
      }
    }
  }
}

struct `A list of observers notifies like a linear search` {
  /// Returns the first difference; `nil` if there is none.
  private static func difference(_ program: ListProgram) -> String? {
    let indexed = IndexedRun(program)
    var counts = [0]
    for (number, step) in program.steps.enumerated() {
      indexed.carryOut(step)
      counts.append(indexed.notified.count)
      if number % 8 == 0, let fault = indexed.fault { return "step \(number), \(step): \(fault)" }
    }
    let scanned = ScannedRun(program, woken: indexed.woken)
    for (number, step) in program.steps.enumerated() {
      scanned.carryOut(step)
      let found = indexed.notified[counts[number]..<counts[number + 1]]
      let expected = scanned.notified.dropFirst(counts[number])
      if found == expected { continue }
      let same = zip(found, expected).prefix { $0 == $1 }.count
      return "step \(number), \(step): after \(same) it notifies "
        + "\(Array(found.dropFirst(same).prefix(3))), not \(Array(expected.dropFirst(same).prefix(3)))"
    }
    return nil
  }

  // In parts, so that they run in parallel.
  @Test(arguments: 0..<2)
  func `in random programs`(part: Int) throws { try Self.checkPrograms(part) }

  static func checkPrograms(_ part: Int) throws {
    for seed in part * 500..<(part + 1) * 500 {
      let difference = difference(ListProgram(seed: seed))
      try #require(difference == nil, "seed \(seed)")
    }
  }
}
