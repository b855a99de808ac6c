public import Synchronization
public import Workloads

/// What one worker sends, and how many of its actions have ended.
///
/// Which modules it sends to is drawn beforehand, from a seed of its own, and repeated: drawing
/// would take as long as a send. What it writes lies in cache lines of its own.
///
/// Unchecked: one sender at a time, and others read the rest only when it has ended.
@usableFromInline
package final class WorkerState: @unchecked Sendable {
  /// Who sends, from 0.
  @usableFromInline package let index: Int
  /// After so many actions it stops; set before it starts.
  @usableFromInline package var limit = Int.max

  /// How many modules are drawn. A power of two.
  @inlinable static var routeLength: Int { 4096 }

  private let copies: [Int]
  private let storeCount: Int
  // What keeps the memory, and pointers to it: through them nothing has to be counted.
  private let memory: (OwnLines<StoreMap.Stop>, OwnLines<Int>, OwnLines<Atomic<Int>>)
  @usableFromInline let route: UnsafeMutablePointer<StoreMap.Stop>
  /// The next number at each store.
  @usableFromInline let numbers: UnsafeMutablePointer<Int>
  @usableFromInline let done: UnsafeMutablePointer<Atomic<Int>>

  /// The worker at its start.
  package init(worker: Int, map: StoreMap, distribution: Distribution, seed: UInt64) {
    index = worker
    var sampler = SlotSampler(
      slotCount: map.copyCount, distribution: distribution,
      seed: splitSeed(seed, "worker/\(worker)"))
    let copies = (0..<Self.routeLength).map { _ in sampler.next() }
    self.copies = copies
    var stops = copies.makeIterator()
    memory = (
      OwnLines(count: copies.count) { map.stop(of: stops.next() ?? 0) },
      OwnLines(count: map.storeCount) { 0 }, OwnLines { Atomic(0) }
    )
    route = memory.0.base
    numbers = memory.1.base
    done = memory.2.base
    storeCount = map.storeCount
  }

  /// How many actions have ended; any thread may ask.
  @inlinable
  @inline(__always)
  package var sent: Int { done.pointee.load(ordering: .relaxed) }

  /// Where the action goes that comes after so many.
  @inlinable
  @inline(__always)
  func stop(after sent: Int) -> StoreMap.Stop { route[sent & (Self.routeLength - 1)] }

  /// The next action for there.
  @inlinable
  @inline(__always)
  func take(_ stop: StoreMap.Stop) -> NumberedAction {
    let number = numbers[stop.store]
    numbers[stop.store] = number &+ 1
    return NumberedAction(worker: index, number: number, copy: stop.copy)
  }

  /// Says that so many have ended.
  @inlinable
  @inline(__always)
  func publish(_ sent: Int) { done.pointee.store(sent, ordering: .relaxed) }

  /// How many actions went to each store.
  package var numbersSent: [Int] { (0..<storeCount).map { numbers[$0] } }

  /// Adds how many of the actions that have ended were for each module.
  ///
  /// - Complexity: O(*n*) in the length of the route.
  package func addVisits(to counts: inout [Int]) {
    let (rounds, rest) = sent.quotientAndRemainder(dividingBy: Self.routeLength)
    for (index, copy) in copies.enumerated() {
      counts[copy] += rounds + (index < rest ? 1 : 0)
    }
  }
}

/// Values in memory that shares no cache line with anything else.
///
/// What one worker writes must not slow another one down that only reads its neighbour. 128
/// bytes: processors fetch lines of 64 bytes in pairs, and some have lines of 128.
final class OwnLines<Value: ~Copyable> {
  /// The first value.
  let base: UnsafeMutablePointer<Value>
  private let count: Int

  private static var lineBytes: Int { 128 }

  /// As many values as `count`, made one by one.
  init(count: Int = 1, make: () -> Value) {
    let bytes = count * MemoryLayout<Value>.stride
    let lines = (bytes + Self.lineBytes - 1) / Self.lineBytes
    base = UnsafeMutableRawPointer.allocate(
      byteCount: lines * Self.lineBytes, alignment: Self.lineBytes
    ).bindMemory(to: Value.self, capacity: count)
    self.count = count
    for index in 0..<count { (base + index).initialize(to: make()) }
  }

  deinit {
    base.deinitialize(count: count)
    UnsafeMutableRawPointer(base).deallocate()
  }
}

/// Which store holds which module of a scenario.
@usableFromInline
package struct StoreMap: Sendable {
  /// Which store a module lies in, and where there.
  @usableFromInline
  package struct Stop: Sendable {
    @usableFromInline package let store: Int
    @usableFromInline package let copy: Int
  }

  /// How many modules there are.
  package let copyCount: Int
  private let grouping: Grouping

  package init(_ scenario: Scenario) {
    copyCount = scenario.features
    guard
      let stores = scenario.topology.storeCount(
        StoreLayout(scenario), features: scenario.features)
    else { preconditionFailure("workers send to stores, not to children of one") }
    grouping = Grouping(copies: scenario.features, groups: stores)
  }

  /// How many stores there are.
  var storeCount: Int { grouping.sizes.count }

  /// What each store holds.
  package func modules(workers: Int) -> [SequenceFeature] {
    grouping.sizes.map { SequenceFeature(SequenceState(workers: workers, copies: $0)) }
  }

  /// Where a module lies.
  package func stop(of copy: Int) -> Stop {
    let place = grouping.place(of: copy)
    return Stop(store: place.group, copy: place.copy)
  }
}
