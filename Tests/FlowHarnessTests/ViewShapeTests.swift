import Testing
import Workloads

@testable import FlowHarness

/// The parts of the state that observers read.
struct ViewShapeTests {
  private func slots(_ shape: ViewShape, _ count: Int, of slots: Int) -> [[Int]] {
    shape.observers(count, slots: slots).map(\.slots)
  }

  private func readings(_ shape: ViewShape, _ count: Int) -> [Reading] {
    shape.observers(count, slots: 3).map(\.reading)
  }

  @Test(arguments: [ViewShape.ownSlice, .tree, .form, .derived, .derivedMemo])
  func `more observers than slices share slices in turn`(shape: ViewShape) {
    #expect(slots(shape, 5, of: 3) == [[0], [1], [2], [0], [1]])
    #expect(slots(shape, 2, of: 3) == [[0], [1]])
  }

  @Test func `all observers read the same slice, or many slices`() {
    #expect(slots(.sameSlice, 3, of: 5) == [[0], [0], [0]])
    #expect(slots(.manySlices, 2, of: 3) == [[0, 1, 2], [0, 1, 2]])
  }

  @Test func `the shape other-slices reads all slices except the first`() {
    #expect(slots(.otherSlices, 5, of: 4) == [[1], [2], [3], [1], [2]])
    #expect(slots(.otherSlices, 2, of: 2) == [[1], [1]])
    #expect(ViewShape.otherSlices.defaultObservers(slots: 1) == 1)
  }

  @Test func `other slices need two features and the first distribution`() {
    #expect(ViewShape.otherSlices.canWatch(slots: 2, .first))
    #expect(!ViewShape.otherSlices.canWatch(slots: 1, .first))
    #expect(!ViewShape.otherSlices.canWatch(slots: 2, .uniform))
    #expect(ViewShape.ownSlice.canWatch(slots: 1, .uniform))
  }

  @Test func `a list reads the structure, and its rows their slices`() {
    for shape in [ViewShape.list, .listByID, .ticker] {
      #expect(slots(shape, 5, of: 3) == [[], [0], [1], [2], [0]])
      #expect(readings(shape, 3) == [.structure, .drawn, .drawn])
    }
    let byID = ViewShape.listByID.observers(3, slots: 4)
    #expect(byID.map(\.identifiers) == [nil, [0, 1, 2, 3], [0, 1, 2, 3]])
    #expect(ViewShape.list.observers(3, slots: 4).allSatisfy { $0.identifiers == nil })
  }

  @Test func `only the derived shapes read derived values`() {
    #expect(readings(.derived, 2) == [.derived, .derived])
    #expect(readings(.derivedMemo, 2) == [.derived, .derived])
    #expect(readings(.ownSlice, 2) == [.drawn, .drawn])
    for shape in ViewShape.allCases {
      let memoised = shape.observers(2, slots: 3).filter(\.isMemoised).count
      #expect(memoised == (shape == .derivedMemo ? 2 : 0), "\(shape)")
    }
  }

  @Test(arguments: ViewShape.allCases)
  func `a shape has the requested number of observers`(shape: ViewShape) {
    for count in [0, 1, 2, 7] {
      #expect(shape.observers(count, slots: 3).count == (shape == .none ? 0 : count))
    }
  }

  @Test func `a shape has a default number of observers`() {
    let defaults = ViewShape.allCases.map { ($0, $0.defaultObservers(slots: 10)) }
    for (shape, count) in defaults {
      switch shape {
      case .none: #expect(count == 0)
      case .manySlices: #expect(count == 1)
      case .otherSlices: #expect(count == 9)
      case .list, .listByID, .ticker: #expect(count == 11)
      default: #expect(count == 10, "\(shape)")
      }
    }
  }

  @Test func `only a tree has a depth`() {
    #expect(
      [0, 1, 2, 3, 4, 7, 8].map { ViewShape.tree.depth(observers: $0) } == [1, 1, 2, 2, 3, 3, 4])
    #expect(ViewShape.list.depth(observers: 100) == 1)
  }

  @Test func `a memoised body computes again only if its slice has changed`() {
    var drawn: UInt64 = 1
    var computed = 0
    let body = ObserverSpec(reading: .derived, slots: [2], isMemoised: true).body { reading, slot in
      #expect(slot == 2)
      guard reading == .derived else { return drawn }
      computed += 1
      return drawn * 10
    }
    #expect([body(), body(), body()] == [10, 10, 10])
    #expect(computed == 1)
    drawn = 2
    #expect([body(), body()] == [20, 20])
    #expect(computed == 2)
  }

  @Test func `a row is found by its identifier`() {
    var spec = ObserverSpec(reading: .drawn, slots: [7])
    spec.identifiers = [5, 7, 9]
    var read: [Int] = []
    let body = spec.body { _, slot in
      read.append(slot)
      return 1
    }
    #expect(body() == 1)
    #expect(read == [1])
    spec.identifiers = [5, 9]
    #expect(spec.body { _, _ in 1 }() == 0)
  }
}
