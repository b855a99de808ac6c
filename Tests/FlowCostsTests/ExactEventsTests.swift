import Testing

@testable import FlowCosts

@Suite("repeated counts") struct ExactEventsTests {
  /// Repetitions with these numbers of allocations and kept bytes.
  private func windows(_ numbers: [(allocations: UInt64, kept: UInt64)]) -> [Events] {
    numbers.map { Events(allocations: $0.allocations, bytesGiven: $0.kept) }
  }

  private func allocations(_ numbers: [UInt64], isProcess: Bool) -> Count {
    let windows = windows(numbers.map { ($0, 0) })
    let loops = windows.map { _ in Events() }
    return ExactEvents(windows: windows, loops: loops, isProcess: isProcess)
      .count { Int64($0.allocations) }
  }

  @Test("all repetitions of one thread agree")
  func thread() {
    #expect(allocations([3, 3], isProcess: false) == 3)
    #expect(allocations([3, 4, 3, 3], isProcess: false).reason?.contains("(3, 4, 3, 3)") == true)
    #expect(allocations([3], isProcess: false).value == nil)
  }

  @Test("all repetitions of the process agree, except for the first three")
  func process() {
    #expect(allocations([9, 8, 7, 3, 3, 3, 3, 3, 3], isProcess: true) == 3)
    #expect(allocations([3, 3, 3, 3, 3, 3, 3, 3, 4], isProcess: true).value == nil)
    #expect(allocations([3, 3, 3, 3, 3, 3, 3, 3], isProcess: true).value == nil)
    #expect(allocations([], isProcess: true).reason?.contains("never idle") == true)
  }

  @Test("the loop without the work is subtracted")
  func loop() {
    let events = ExactEvents(
      windows: windows([(5, 0), (5, 0)]), loops: windows([(2, 0), (2, 0)]), isProcess: false)
    #expect(events.count { Int64($0.allocations) } == 3)
  }

  @Test("memory that the first repetitions of the process release hides no leak")
  func kept() {
    // The first repetition released 84,432 bytes of earlier work.
    let released = UInt64(bitPattern: -84_432)
    let work = windows([(3, released)] + Array(repeating: (3, 1_600), count: 8))
    let loops = windows(Array(repeating: (0, 0), count: 9))
    #expect(ExactEvents(windows: work, loops: loops, isProcess: true).keptBytes == 1_600)
  }

  @Test("work that cannot be seen has no count")
  func unseen() {
    let same = windows([(3, 0), (3, 0)])
    let events = ExactEvents(windows: same, loops: same, isProcess: false, unseen: "a reason")
    #expect(events.count { Int64($0.allocations) }.reason == "a reason")
    #expect(events.keptBytes.value == nil)
  }
}
