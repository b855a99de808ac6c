import MeasuredStores
import Testing
import Workloads

@testable import FlowHarness

@MainActor
struct MeasuredStoreTests {
  /// A store that records its actions.
  private final class Log {
    var actions: [String] = []
  }

  private static func parts(
    of design: String, rows: Int = 1, in catalogue: Catalogue
  ) throws -> TrialParts {
    var scenario = Scenario.plain(workload: "list", design: design)
    scenario.features = rows
    return try #require(
      catalogue.trialParts(of: TrialContext(scenario: scenario, seed: 1, workDirectory: "")))
  }

  private static func send(_ sizes: Int..., to subject: TrialSubject) async {
    for size in sizes {
      subject.refill(size)
      _ = await subject.drive(false, .clocks)
    }
  }

  @Test func `batches of any size continue the list of actions`() async throws {
    var made: [Log] = []
    var catalogue = Catalogue()
    catalogue.add(
      "list",
      store: MeasuredStore {
        made.append(Log())
        return made.last!
      } send: {
        $0.actions.append($1)
      }, actions: ["a", "b", "c"])
    let subject = try Self.parts(of: "log", in: catalogue).subject
    await Self.send(1, 1, 0, 5, 3, 9, 2, to: subject)
    let log = try #require(made.first { !$0.actions.isEmpty })
    #expect(log.actions == (0..<21).map { ["a", "b", "c"][$0 % 3] })
    #expect(subject.period == 3)
  }

  @Test(arguments: [
    (0, 0, 0..<0, 0, 0..<0), (0, 3, 0..<0, 1, 0..<0), (1, 1, 1..<2, 0, 0..<0),
    (2, 1, 2..<3, 0, 0..<0), (1, 10, 1..<3, 2, 0..<2), (0, 2, 0..<0, 0, 0..<2),
  ])
  func `a batch is the end of a round, whole rounds, and the beginning of one`(
    first: Int, count: Int, head: Range<Int>, rounds: Int, tail: Range<Int>
  ) {
    let batch = BatchRounds(first: first, count: count, of: 3)
    #expect(batch.head == head && batch.rounds == rounds && batch.tail == tail)
  }

  @Test func `a store with rows is made with the number of features, and with its type's name`()
    async throws
  {
    var rows: [Int] = []
    var catalogue = Catalogue()
    catalogue.add(
      "list",
      store: MeasuredStore { (count: Int) -> Log in
        rows.append(count)
        return Log()
      } send: {
        $0.actions.append($1)
      }, actions: ["a"])
    _ = try Self.parts(of: "log", rows: 40, in: catalogue)
    #expect(Set(rows) == [40])
  }

  @Test func `states are compared with those of the first store that has them`() async throws {
    func store(_ state: @escaping (Int) -> Int) -> MeasuredStore<Int, Int> {
      MeasuredStore {
        $0
      } send: {
        $0 += $1
      } state: {
        state($0)
      }
    }
    var catalogue = Catalogue()
    catalogue.add(
      "list",
      store: MeasuredStore {
        0
      } send: {
        $0 += $1
      }, as: "bare", actions: [1])
    catalogue.add("list", store: store { $0 }, as: "first", actions: [1])
    catalogue.add("list", store: store { -$0 }, as: "other", actions: [1])
    catalogue.add("list", store: store { _ in 7 }, as: "idle", actions: [1])
    var found: [String: Bool] = [:]
    for design in ["bare", "first", "other"] {
      let parts = try Self.parts(of: design, in: catalogue)
      await Self.send(5, to: parts.subject)
      found[design] = await parts.subject.digest() == parts.expectedDigests([5])[0]
    }
    #expect(found == ["bare": true, "first": true, "other": false])
    let bare = try #require(try Self.parts(of: "bare", in: catalogue).subject.listed)
    #expect(bare.warning == "unchecked: without its state, lost actions are not found")
    #expect(bare.fault(isEqual: true) == nil && bare.text(of: 3) == "1")
    let other = try #require(try Self.parts(of: "other", in: catalogue).subject.listed)
    #expect(other.fault(isEqual: false) == "wrong state: it differs from that of 'first'")
    #expect(other.fault(isEqual: true) == nil && other.text(of: 3) == "1 as by 'first'")
    let idle = try #require(try Self.parts(of: "idle", in: catalogue).subject.listed)
    #expect(idle.fault(isEqual: true)?.hasPrefix("no action changes the state") == true)
  }

  @Test func `a reducer is sent the list and made with rows, and checks the states of stores`()
    async throws
  {
    let workload = ReducerWorkload("list", actions: [1, 2, 4]) {
      [$0]
    } reducer: {
      $0[0] += $1
    }
    func store(_ factor: Int) -> MeasuredStore<[Int], Int> {
      MeasuredStore {
        [$0]
      } send: {
        $0[0] += factor * $1
      } state: {
        $0
      }
    }
    var catalogue = Catalogue()
    catalogue.add(FloorDesign(), for: workload)
    catalogue.add(store(1), for: workload, as: "same")
    catalogue.add(store(2), for: workload, as: "other")
    #expect(
      catalogue.refusals.isEmpty && catalogue.designs.map(\.id) == ["floor", "same", "other"])
    #expect(catalogue.slots(workload: "list", features: 30) == 1)
    var found: [String: Bool] = [:]
    var digests: Set<UInt64> = []
    for design in ["floor", "same", "other"] {
      let parts = try Self.parts(of: design, rows: 30, in: catalogue)
      await Self.send(5, 2, to: parts.subject)
      let expected = parts.expectedDigests([7])[0]
      digests.insert(expected)
      found[design] = await parts.subject.digest() == expected
    }
    #expect(found == ["floor": true, "same": true, "other": false])
    // 30 rows, two rounds of 7 and the first action.
    var sum = Digest()
    sum.combine(AnyHashable([45]).hashValue)
    #expect(digests == [combineSlots(1) { _ in sum.value }])
    let other = try #require(try Self.parts(of: "other", in: catalogue).subject.listed)
    #expect(other.warning == nil && other.text(of: 2) == "2 as by the reducer")
    #expect(other.fault(isEqual: false) == "wrong state: it differs from that of the reducer")
    let floor = try #require(try Self.parts(of: "floor", in: catalogue).subject.listed)
    #expect(floor.warning == nil && floor.fault(isEqual: true) == nil)
    var idle = Catalogue()
    idle.add(
      FloorDesign(),
      for: ReducerWorkload("list", actions: [1]) {
        $0
      } reducer: { _, _ in
      })
    let fault = try Self.parts(of: "floor", in: idle).subject.listed?.fault(isEqual: true)
    #expect(fault?.hasPrefix("no action changes the state") == true)
  }
}
