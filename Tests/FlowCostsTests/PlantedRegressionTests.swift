import FlowCosts
import Foundation
import Observation
import Testing

/// Twelve regressions, each planted alone, and the costs that must differ from those of the sound store.
@Suite("planted regressions", .enabled(if: Count.isMeasured)) struct PlantedRegressionTests {
  enum Regression: CaseIterable {
    case allocation, allocatedBytes, retain, objectPerRow, copiedArray, reallocation, leakedObject
    case leakedClosure, notification, missedNotification, stack, quadraticSearch
  }

  @Observable final class Shop {
    var rows: [Int]
    var total = 0
    @ObservationIgnored var kept: AnyObject?
    @ObservationIgnored var cycle: (() -> Void)?
    @ObservationIgnored let regression: Regression?
    @ObservationIgnored let box = Box()
    @ObservationIgnored var places: [Box?] = [nil]
    @ObservationIgnored var quiet = 0

    init(rows: Int, _ regression: Regression?) {
      self.rows = Array(0..<rows)
      self.regression = regression
    }

    func add(_ price: Int) {
      if regression == .missedNotification { quiet += price } else { total += price }
      switch regression {
      case .allocation: kept = hidden(Box())
      case .allocatedBytes: _ = hidden([UInt8](repeating: 1, count: hidden(100)))
      case .retain: places[0] = hidden(box)
      case .objectPerRow: for row in rows { _ = hidden(Box(row)) }
      case .copiedArray:
        let copy = hidden(rows)
        rows[0] &+= 1
        _ = hidden(copy)
      case .reallocation: resize()
      case .leakedObject: _ = Unmanaged.passRetained(hidden(Box()))
      case .leakedClosure: cycle = { self.kept = nil }
      case .notification: withMutation(keyPath: \.rows) {}
      case .stack: useStack()
      case .quadraticSearch: for row in rows { _ = hidden(rows.contains(row - rows.count)) }
      case .missedNotification, nil: break
      }
    }

    var seenTotal: Int { total + quiet }
  }

  private func shop(_ regression: Regression?) -> MeasuredStore<Shop, Int> {
    MeasuredStore {
      Shop(rows: $0, regression)
    } send: {
      $0.add($1)
    }
  }

  /// Returns the names of the expectations that a store does not meet; those of the sound store are its own.
  private func failures(_ regression: Regression?) throws -> Set<String> {
    let sound = try shop(nil).cost(of: 1)
    let shop = shop(regression)
    let cost = try shop.cost(of: 1)
    var failures: Set<String> = []
    func expect(_ name: String, _ holds: Bool) { if !holds { failures.insert(name) } }
    expect("allocations", cost.allocations == sound.allocations)
    expect("reallocations", cost.reallocations == 0)
    expect("bytes", cost.bytes == sound.bytes)
    expect("retains", cost.retains == sound.retains)
    expect("stack", cost.stackBytes < Count((sound.stackBytes.value ?? 0) + 2_000))
    let churn = try shop.churn(50) { $0.add(1) }
    expect("kept", churn.keptBytes == 0)
    let seen = try shop.watching(\.seenTotal, \.rows) { $0.add(1) }
    expect("wasted", seen.wasted.isEmpty)
    expect("missed", seen.missed.isEmpty)
    let sizes = [200, 400, 800]
    expect(
      "growth", try shop.growth(of: 1, sizes: sizes, counting: .allocations).isAtMost(.constant))
    if Timing.isMeasured, regression == .quadraticSearch || regression == nil {
      expect("time", try shop.growth(of: 1, sizes: sizes).isAtMost(.linear))
    }
    return failures
  }

  @Test("nothing is found in the sound store")
  func sound() throws {
    #expect(try failures(nil).isEmpty)
  }

  @Test("each is found", arguments: Regression.allCases)
  func found(_ regression: Regression) throws {
    let failures = try failures(regression)
    let expected: Set<String> =
      switch regression {
      case .allocation, .allocatedBytes: ["allocations", "bytes"]
      case .retain: ["retains"]
      case .objectPerRow: ["allocations", "bytes", "growth"]
      case .copiedArray: ["allocations", "bytes"]
      case .reallocation: ["reallocations"]
      case .leakedObject, .leakedClosure: ["kept"]
      case .notification: ["wasted"]
      case .missedNotification: ["missed"]
      case .stack: ["stack"]
      case .quadraticSearch: Timing.isMeasured ? ["time"] : []
      }
    #expect(failures.isSuperset(of: expected), "\(regression): \(failures)")
  }
}

private func resize() {
  free(hidden(realloc(hidden(malloc(100)), 5_000)))
}

@inline(never)
private func useStack() {
  withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 16) { buffer in
    buffer.initializeMemory(as: UInt8.self, repeating: 1)
    _ = hidden(buffer.baseAddress)
  }
}
