public import Synchronization
public import Workloads

/// The actions of one worker, and the number of those that have ended.
///
/// The route through the modules is drawn beforehand, from a seed for each worker, and repeated,
/// because drawing takes as long as a send. The worker writes to cache lines of its own.
///
/// Unchecked because one sender uses it at a time, and others read it only after its end.
@usableFromInline
package final class WorkerState: @unchecked Sendable {
  /// The number of the worker, from 0.
  @usableFromInline package let index: Int
  /// The number of actions after which the worker stops; set before it starts.
  @usableFromInline package var limit = Int.max

  /// The length of the route, a power of two.
  @inlinable static var routeLength: Int { 4096 }

  private let copies: [Int]
  private let storeCount: Int
  // The owners of the memory, and pointers to it, which need no reference counting.
  private let memory:
    (CacheLinePadded<StoreMap.Stop>, CacheLinePadded<Int>, CacheLinePadded<Atomic<Int>>)
  @usableFromInline let route: UnsafeMutablePointer<StoreMap.Stop>
  /// The next number at each store.
  @usableFromInline let numbers: UnsafeMutablePointer<Int>
  @usableFromInline let done: UnsafeMutablePointer<Atomic<Int>>

  package init(worker: Int, map: StoreMap, distribution: Distribution, seed: UInt64) {
    index = worker
    var sampler = SlotSampler(
      slotCount: map.copyCount, distribution: distribution,
      seed: splitSeed(seed, "worker/\(worker)"))
    let copies = (0..<Self.routeLength).map { _ in sampler.next() }
    self.copies = copies
    var stops = copies.makeIterator()
    memory = (
      CacheLinePadded(count: copies.count) { map.stop(of: stops.next() ?? 0) },
      CacheLinePadded(count: map.storeCount) { 0 }, CacheLinePadded { Atomic(0) }
    )
    route = memory.0.base
    numbers = memory.1.base
    done = memory.2.base
    storeCount = map.storeCount
  }

  /// The number of actions that have ended, for any thread.
  @inlinable
  @inline(__always)
  package var sent: Int { done.pointee.load(ordering: .relaxed) }

  /// Returns the destination of the action after `sent` others.
  @inlinable
  @inline(__always)
  func stop(after sent: Int) -> StoreMap.Stop { route[sent & (Self.routeLength - 1)] }

  @inlinable
  @inline(__always)
  func take(_ stop: StoreMap.Stop) -> NumberedAction {
    let number = numbers[stop.store]
    numbers[stop.store] = number &+ 1
    return NumberedAction(worker: index, number: number, copy: stop.copy)
  }

  @inlinable
  @inline(__always)
  func publish(_ sent: Int) { done.pointee.store(sent, ordering: .relaxed) }

  /// The number of actions for each store.
  package var numbersSent: [Int] { (0..<storeCount).map { numbers[$0] } }

  /// Adds the number of ended actions for each module.
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
/// Otherwise a worker's writes would slow down a worker that reads the neighbouring value. 128
/// bytes, because processors fetch lines of 64 bytes in pairs, and some have lines of 128.
final class CacheLinePadded<Value: ~Copyable> {
  /// The first value.
  let base: UnsafeMutablePointer<Value>
  private let count: Int

  private static var lineBytes: Int { 128 }

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

/// The distribution of a scenario's modules over stores.
@usableFromInline
package struct StoreMap: Sendable {
  /// The store of a module, and its place there.
  @usableFromInline
  package struct Stop: Sendable {
    @usableFromInline package let store: Int
    @usableFromInline package let copy: Int
  }

  package let copyCount: Int
  let storeCount: Int

  package init(_ scenario: Scenario) {
    copyCount = scenario.features
    guard let count = scenario.topology.storeCount(features: scenario.features)
    else { preconditionFailure("workers send to stores, not to children of one") }
    storeCount = count
  }

  /// Returns the modules of each store.
  package func modules(workers: Int) -> [SequenceFeature] {
    (0..<storeCount).map { _ in
      SequenceFeature(SequenceState(workers: workers, copies: copyCount / storeCount))
    }
  }

  package func stop(of copy: Int) -> Stop {
    storeCount == 1 ? Stop(store: 0, copy: copy) : Stop(store: copy, copy: 0)
  }
}
