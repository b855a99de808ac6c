import Foundation
import Testing

@testable import FlowCosts

@Suite("costs", .enabled(if: Count.isMeasured)) struct CostTests {
  private struct Refused: Error {}

  @Test("a fraction is the mean over the actions")
  func mean() throws {
    let store = MeasuredStore {
      0
    } send: { (count: inout Int, _: Int) in
      count += 1
      if count % 4 == 0 { _ = hidden(Box()) }
    }
    #expect(try store.cost(of: 1).allocations == 0.25)
    #expect(try store.cost(of: 1, 2).allocations == 0.25)
  }

  @Test("a structure, and rows")
  func structure() throws {
    let store = MeasuredStore {
      Array(0..<$0)
    } send: { (rows: inout [Int], _: Int) in
      let shared = hidden(rows)
      rows[0] &+= 1
      _ = hidden(shared)
    }
    #expect(try store.cost(of: 1, rows: 1_000).bytes == 8_032)
  }

  @Test("a closure, and an existential")
  func otherStores() throws {
    let closure = MeasuredStore {
      Sender { for _ in 0..<$0 { _ = hidden(Box()) } }
    } send: {
      $0.send($1)
    }
    #expect(try closure.cost(of: 3).objects == 3)
    let existential = MeasuredStore {
      Allocator() as any Sending
    } send: {
      $0.send($1)
    }
    #expect(try existential.cost(of: 3).objects == 3)
  }

  private struct Sender { let send: (Int) -> Void }

  private protocol Sending { func send(_ count: Int) }

  private struct Allocator: Sending {
    func send(_ count: Int) { for _ in 0..<count { _ = hidden(Box()) } }
  }

  @Test("the stack of an action")
  func stack() throws {
    let store = MeasuredStore {
      0
    } send: { (_: inout Int, bytes: Int) in
      withUnsafeTemporaryAllocation(byteCount: 1_000, alignment: 16) { _ = hidden($0.baseAddress) }
      if bytes > 1_000 { deep(bytes / 1_000) }
    }
    let small = try #require(try store.cost(of: 1_000).stackBytes.value)
    let large = try #require(try store.cost(of: 41_000).stackBytes.value)
    #expect(small >= 1_000 && small < 8_000)
    #expect(large - small >= 40_000 && large - small < 120_000)
  }

  @Test("a stack that is deeper than can be observed has no number")
  func deepStack() async throws {
    let bytes = await withCheckedContinuation { continuation in
      let thread = Thread {
        let store = MeasuredStore {
          0
        } send: { (_: inout Int, levels: Int) in
          deep(levels)
        }
        let cost = Result { try store.cost(of: 5_000) }
        continuation.resume(returning: try? cost.get().stackBytes)
      }
      thread.stackSize = 64 << 20
      thread.start()
    }
    #expect(bytes?.reason?.contains("up to 4 MiB") == true)
  }

  @Test("a step that throws is named")
  func failures() throws {
    let creating = MeasuredStore { () throws -> Int in
      throw Refused()
    } send: {
      (_: inout Int, _: Int) in
    }
    #expect(throws: CostError.failed(step: "creating the store", error: "Refused()")) {
      try creating.cost(of: 1)
    }
    let sending = MeasuredStore {
      0
    } send: { (_: inout Int, _: Int) in
      throw Refused()
    }
    #expect(throws: CostError.failed(step: "send", error: "Refused()")) { try sending.cost(of: 1) }
    // The failed count has ended.
    #expect(
      try MeasuredStore {
        0
      } send: { (_: inout Int, _: Int) in
      }.cost(of: 1).allocations == 0)
  }

  @Test("an asynchronous step that throws is named")
  func asynchronousFailures() async throws {
    let sending = MeasuredAsyncStore {
      0
    } send: { (_: Int, _: Int) in
      throw Refused()
    }
    await #expect(throws: CostError.failed(step: "send", error: "Refused()")) {
      try await sending.cost(of: 1)
    }
  }

  /// A store that counts how often its properties are read, and that may give its work to a queue.
  private struct ReflectedStore: CustomReflectable {
    final class Reads {
      var count = 0
    }
    let reads: Reads
    let isQueued: Bool

    var customMirror: Mirror {
      reads.count += 1
      return Mirror(self, children: ["reads": reads.count])
    }

    func send() {
      let group = DispatchGroup()
      if isQueued { DispatchQueue.global().async(group: group) {} }
      group.wait()
    }
  }

  @Test(
    "stored properties are not read after the store has given work to a queue",
    arguments: [false, true])
  func properties(isQueued: Bool) throws {
    let reads = ReflectedStore.Reads()
    let store = MeasuredStore {
      ReflectedStore(reads: reads, isQueued: isQueued)
    } send: { (store: inout ReflectedStore, _: Int) in
      store.send()
    }
    _ = try store.cost(of: 1)
    #expect(isQueued ? reads.count == 1 : reads.count >= 2, "\(reads.count)")
  }

  @Test("an action that changes nothing is noticed if the state is known")
  func nothingChanged() throws {
    let store = MeasuredStore {
      Array(0..<$0)
    } send: { (rows: inout [Int], index: Int) in
      if index < rows.count { rows[index] += 1 }
    } state: {
      $0
    }
    #expect(throws: CostError.nothingChanged(actions: "100")) { try store.cost(of: 100) }
    #expect(try store.cost(of: 100, 99).allocations == 0)
  }

  @Test("parameters are checked")
  func parameters() {
    let store = MeasuredStore {
      0
    } send: { (_: inout Int, _: Int) in
    }
    #expect(throws: CostError.notPositive(parameter: "rows", value: 0)) {
      try store.cost(of: 1, rows: 0)
    }
    #expect(throws: CostError.notPositive(parameter: "rounds", value: 0)) { try store.churn(0) }
  }

  @Test("work that differs each time has no count")
  func varying() throws {
    nonisolated(unsafe) var calls = 0
    let store = MeasuredStore {
      0
    } send: { (_: inout Int, _: Int) in
      calls += 1
      for _ in 0..<calls { _ = hidden(Box()) }
    }
    let cost = try store.cost(of: 1)
    #expect(cost.allocations.reason?.contains("does not do the same work each time") == true)
    #expect(cost.reallocations == 0)
  }

  @Test("a missing count meets no expectation")
  func missing() {
    let missing = Count(missing: "a reason")
    #expect(missing.description == "not counted: a reason")
    let three: Count = 3
    let comparisons: [(Count, Count) -> Bool] = [(==), (<), (<=), (>), (>=)]
    for holds in comparisons {
      #expect(!holds(missing, three) && !holds(three, missing) && !holds(missing, missing))
    }
    let four = Count(4)
    #expect(three == 3.0 && three < four && three <= three && four > three && four >= three)
    #expect(Count(1 / 3).description == "0.3333")
  }
}

@inline(never)
private func deep(_ levels: Int) {
  withUnsafeTemporaryAllocation(byteCount: 1_000, alignment: 16) {
    _ = hidden($0.baseAddress)
    if levels > 1 { deep(levels - 1) }
  }
}
