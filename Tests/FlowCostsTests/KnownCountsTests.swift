import FlowCosts
import Foundation
import Testing

/// Kinds of work whose allocations are known, counted in this process.
@Suite("known counts", .enabled(if: Count.isMeasured)) struct KnownCountsTests {
  struct Kind: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let allocations: Count
    var frees: Count?
    var reallocations: Count = 0
    var bytes: Count?
    let work: @Sendable (WorkStore) -> Void
  }

  static let kinds: [Kind] = [
    Kind(testDescription: "nothing", allocations: 0, frees: 0, bytes: 0) { _ in },
    Kind(testDescription: "a class instance", allocations: 1, frees: 1, bytes: 24) {
      $0.kept = hidden(Box())
    },
    Kind(testDescription: "100 class instances", allocations: 100, frees: 100, bytes: 2_400) { _ in
      for value in 0..<100 { _ = hidden(Box(value)) }
    },
    Kind(testDescription: "an existential too large for its buffer", allocations: 1, frees: 1) {
      $0.keptValue = hidden(Large())
    },
    Kind(testDescription: "an indirect enumeration with 4 nodes", allocations: 4, frees: 4) { _ in
      _ = hidden(
        Tree.node(hidden(.node(.leaf, .leaf)), hidden(.node(hidden(.node(.leaf, .leaf)), .leaf))))
    },
    Kind(testDescription: "a write to a shared array", allocations: 1, frees: 1, bytes: 544) {
      let shared = hidden($0.numbers)
      $0.numbers[0] &+= 1
      _ = hidden(shared)
    },
    Kind(testDescription: "a write to an unshared array", allocations: 0, frees: 0, bytes: 0) {
      $0.numbers[0] &+= 1
    },
    Kind(testDescription: "an array with reserved capacity", allocations: 1, frees: 1) { _ in
      var array: [Int] = []
      array.reserveCapacity(100)
      for value in 0..<100 { array.append(value) }
      _ = hidden(array)
    },
    Kind(testDescription: "a string that does not fit in 15 bytes", allocations: 1, frees: 1) { _ in
      _ = hidden(String(repeating: hidden("x"), count: 100))
    },
    Kind(
      testDescription: "malloc, realloc and free", allocations: 1, frees: 1, reallocations: 1,
      bytes: 5_100
    ) { _ in
      let block = hidden(malloc(100))
      free(hidden(realloc(block, 5_000)))
    },
    Kind(testDescription: "calloc", allocations: 1, frees: 1, bytes: 80) { _ in
      free(hidden(calloc(10, 8)))
    },
    Kind(testDescription: "posix_memalign", allocations: 1, frees: 1, bytes: 256) { _ in
      var block: UnsafeMutableRawPointer?
      posix_memalign(&block, 64, 256)
      free(hidden(block))
    },
    Kind(testDescription: "a pointer that Swift allocates", allocations: 1, frees: 1, bytes: 800) {
      _ in hidden(UnsafeMutablePointer<Int>.allocate(capacity: 100)).deallocate()
    },
    // The weak reference has a block of its own beside the object.
    Kind(testDescription: "a weak reference", allocations: 2, frees: 2) { _ in
      let box = hidden(Box())
      weak let reference = box
      _ = hidden(reference)
    },
    Kind(testDescription: "a closure with a context", allocations: 1, frees: 1) { store in
      let value = hidden(store.numbers.count)
      store.closure = { value }
      store.closure = nil
    },
  ]

  @Test("one thread", arguments: kinds)
  func oneThread(_ kind: Kind) throws {
    let cost = try WorkStore.measured().cost(of: kind.work)
    #expect(cost.allocations == kind.allocations, "\(cost)")
    #expect(cost.reallocations == kind.reallocations)
    if let frees = kind.frees { #expect(cost.frees == frees) }
    if let bytes = kind.bytes { #expect(cost.bytes == bytes) }
    // The allocator may give two blocks of one size 16 bytes more or less.
    #expect(cost.keptBytes >= -16 && cost.keptBytes <= 16)
  }

  @Test("retains, releases and objects")
  func references() throws {
    let places = UnsafeMutablePointer<Box>.allocate(capacity: 100)
    defer { places.deallocate() }
    let box = Box()
    let store = MeasuredStore {
      box
    } send: { (_: inout Box, _: Int) in
      places.initialize(repeating: hidden(box), count: 100)
      places.deinitialize(count: 100)
    }
    let cost = try store.cost(of: 1)
    let retains = try #require(cost.retains.value)
    // The compiler may add a few pairs.
    #expect(retains >= 100 && retains < 110 && cost.retains == cost.releases, "\(cost)")
    #expect(cost.objects == 0)
    let made = try WorkStore.measured().cost(of: {
      for _ in 0..<10 { _ = hidden(Box()) }; $0.kept = nil
    })
    #expect(made.objects == 10, "\(made)")
  }

  @Test("a hundred repetitions beside threads that allocate are the same")
  func repetitions() async throws {
    let noise = (0..<2).map { _ in
      Task.detached {
        while !Task.isCancelled {
          _ = hidden(Box())
          await Task.yield()
        }
      }
    }
    for _ in 0..<100 {
      let cost = try WorkStore.measured().cost(of: { $0.kept = hidden(Box()) })
      #expect(cost.allocations == 1 && cost.frees == 1 && cost.objects == 1, "\(cost)")
      #expect(cost.releases.value == cost.retains.value.map { $0 + 1 })
    }
    noise.forEach { $0.cancel() }
    for task in noise { await task.value }
  }
}
