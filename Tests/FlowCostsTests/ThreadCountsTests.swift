import CKnownWork
import FlowCosts
import Foundation
import Testing

/// Stores whose work other threads do, too. Tests in parallel are counted then, so that each count is right or
/// missing.
@Suite("counts of several threads", .serialized, .enabled(if: Count.isMeasured))
struct ThreadCountsTests {
  private func expect(
    _ count: Count, _ value: Double, _ location: SourceLocation = #_sourceLocation
  ) {
    if count.value == nil {
      #expect(count.reason?.contains("--no-parallel") == true, sourceLocation: location)
    } else {
      #expect(count.value == value, sourceLocation: location)
    }
  }

  @Test("a thread for each action, which ends")
  func threads() throws {
    let store = MeasuredStore {
      [Box]()
    } send: { (_: inout [Box], count: Int) in
      let thread = EndingThread { for value in 0..<count { _ = hidden(Box(value)) } }
      thread.run()
    }
    // A thread has blocks of its own, so that two amounts of work are compared.
    let few = try store.cost(of: 10)
    let many = try store.cost(of: 110)
    if let few = few.objects.value { expect(many.objects, few + 100) }
    if let few = few.allocations.value { expect(many.allocations, few + 100) }
  }

  @Test("blocks of a queue")
  func queue() throws {
    let store = MeasuredStore {
      DispatchQueue.global()
    } send: { (queue: inout DispatchQueue, count: Int) in
      queue.async { for value in 0..<count { _ = hidden(Box(value)) } }
    }
    let few = try store.cost(of: 10)
    let many = try store.cost(of: 110)
    if let few = few.objects.value { expect(many.objects, few + 100) }
  }

  @Test("a task for each action, which nothing awaits")
  func task() throws {
    let store = MeasuredStore {
      0
    } send: { (_: inout Int, count: Int) in
      Task { for value in 0..<count { _ = hidden(Box(value)) } }
    }
    let few = try store.cost(of: 10)
    let many = try store.cost(of: 110)
    if let few = few.objects.value { expect(many.objects, few + 100) }
  }

  @Test("an actor")
  func actor() async throws {
    let store = MeasuredAsyncStore {
      CountingActor()
    } send: {
      await $0.send($1)
    }
    let few = try await store.cost(of: 0)
    let many = try await store.cost(of: 100)
    if let few = few.objects.value { expect(many.objects, few + 100) }
    #expect(few.stackBytes.value == nil)
  }

  @Test("an actor and a queue, in a process without parallel tests")
  func alone() async {
    await #expect(processExitsWith: .success) {
      let actor = MeasuredAsyncStore {
        CountingActor()
      } send: {
        await $0.send($1)
      }
      let queue = MeasuredStore {
        DispatchQueue.global()
      } send: { (queue: inout DispatchQueue, count: Int) in
        queue.async { for value in 0..<count { _ = hidden(Box(value)) } }
      }
      // Other processes can delay a thread for longer than a count waits. It is then missing, and repeated.
      let end = ContinuousClock.now + .seconds(600)
      var isQueueCounted = false
      var cost: Cost?
      while !isQueueCounted || cost == nil, ContinuousClock.now < end {
        if let few = try queue.cost(of: 10).objects.value,
          let many = try queue.cost(of: 110).objects.value
        {
          #expect(many == few + 100)
          isQueueCounted = true
        }
        let awaited = try await actor.cost(of: 100)
        if awaited.objects.value != nil, awaited.keptBytes.value != nil { cost = awaited }
      }
      #expect(isQueueCounted)
      let last = try #require(cost)
      // A debug build allocates for the call.
      #expect(last.objects == 100 && last.allocations <= 101 && last.keptBytes == 0, "\(last)")
    }
  }

  @Test("threads that end without an allocation")
  func idleThreads() async {
    // The C library frees memory of earlier threads at the end of such a thread. When jemalloc did not know the
    // thread until then, the program crashed.
    await #expect(processExitsWith: .success) {
      let store = MeasuredStore {
        0
      } send: { (_: inout Int, _: Int) in
      }
      for _ in 0..<10 { _ = try store.churn(4) { _ in #expect(known_idle_threads(12) == 1) } }
    }
  }

  @Test("a task group of 8")
  func group() async throws {
    let store = MeasuredAsyncStore {
      0
    } send: { (_: Int, count: Int) in
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask { for value in 0..<count { _ = hidden(Box(value)) } }
        }
      }
    }
    let few = try await store.cost(of: 10)
    let many = try await store.cost(of: 110)
    if let few = few.objects.value { expect(many.objects, few + 800) }
  }

  @Test("a store of the main actor is counted on its thread") @MainActor
  func mainActor() throws {
    let store = MeasuredStore {
      MainStore()
    } send: {
      $0.send($1)
    }
    let cost = try store.cost(of: 100)
    #expect(cost.objects == 100 && cost.allocations == 100, "\(cost)")
    #expect(cost.stackBytes.value != nil)
  }

  private actor CountingActor {
    func send(_ count: Int) { for value in 0..<count { _ = hidden(Box(value)) } }
  }

  @MainActor private final class MainStore {
    func send(_ count: Int) { for value in 0..<count { _ = hidden(Box(value)) } }
  }
}

/// A thread that runs a function and ends before `run` returns.
private final class EndingThread: @unchecked Sendable {
  private let body: () -> Void
  private let isDone = DispatchSemaphore(value: 0)

  init(_ body: @escaping () -> Void) { self.body = body }

  func run() {
    Thread { [self] in
      body()
      isDone.signal()
    }.start()
    isDone.wait()
  }
}
