import FlowTestSupport
import PublishedDesigns
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// No option is ignored in silence: with any other one it changes the plan, or one of the two is
/// refused by name.
@MainActor
struct OptionPairTests {
  /// An option with a value that is not what is meant without it.
  private struct Given {
    let name: String
    let give: (inout LoadOptions) -> Void

    init(_ name: String, _ give: @escaping (inout LoadOptions) -> Void) {
      self.name = name
      self.give = give
    }
  }

  private static let stores = [
    Given("--filter") { $0.selection.filter = "single" },
    Given("--design") { $0.selection.designs = ["flow"] },
    Given("--topology") { $0.selection.topologies = ["grouped"] },
    Given("--features") { $0.selection.features = [3] },
    Given("--workload") { $0.selection.workloads = ["echo"] },
    Given("--distribution") { $0.selection.distributions = ["zipf:1.5"] },
    Given("--seed") { $0.selection.seed = 77 },
    Given("--limit") { $0.selection.limitSeconds = 5 },
  ]
  private static let rates = [
    Given("--rate") { $0.rate = 500 }, Given("--duration") { $0.duration = "3s" },
    Given("--arrivals") { $0.arrivals = "constant" },
  ]
  private static let shapes = [
    Given("--shape") { $0.shape = "peak:5" }, Given("--stage") { $0.stages = ["1s@5", "1s@7"] },
  ]
  private static let services = [
    Given("--latency") { $0.latency = "constant:5ms" }, Given("--failures") { $0.failures = 0.5 },
    Given("--timeout") { $0.timeout = "20ms" }, Given("--capacity") { $0.capacity = 3 },
  ]
  private static let waits = [
    Given("--max-queue") { $0.maxQueue = 9 }, Given("--drain") { $0.drain = "20s" },
    Given("--virtual") { $0.isVirtual = true },
  ]
  private static let senders = [
    Given("--clients") { $0.clients = 5 }, Given("--users") { $0.users = 50 },
    Given("--think") { $0.think = "constant:2s" }, Given("--away") { $0.away = "constant:9s" },
  ]
  private static let ends = [
    Given("--threshold") { $0.thresholds = ["dropped_total==0"] },
    Given("--rounds") { $0.rounds = 4 },
  ]

  private enum Found: Equatable {
    case plan(String)
    case refused(String)
  }

  private static func plan(_ options: LoadOptions) -> Found {
    do throws(PlanError) {
      let plan = try LoadPlan(options, catalogue: .standard())
      return .plan((try? plan.json()) ?? "")
    } catch { return .refused(error.description) }
  }

  private static func exploration(_ options: LoadOptions) -> Found {
    do throws(PlanError) {
      let plan = try ExplorePlan(options, runs: 10, catalogue: .standard())
      return .plan((try? plan.json()) ?? "")
    } catch { return .refused(error.description) }
  }

  private func check(
    _ options: [Given], base: (inout LoadOptions) -> Void = { _ in },
    _ plan: (LoadOptions) -> Found
  ) {
    func found(_ given: [Given]) -> Found {
      var options = LoadOptions()
      base(&options)
      for one in given { one.give(&options) }
      return plan(options)
    }
    let nothing = found([])
    for (index, first) in options.enumerated() {
      let alone = found([first])
      if case .refused(let reason) = alone {
        #expect(reason.contains(first.name), "\(reason)")
      } else {
        #expect(alone != nothing, "\(first.name) is ignored")
      }
      for second in options[(index + 1)...] {
        let both = found([first, second])
        if case .refused(let reason) = both {
          #expect(reason.contains(first.name) || reason.contains(second.name), "\(reason)")
        } else {
          #expect(both != alone, "\(second.name) is ignored with \(first.name)")
          #expect(both != found([second]), "\(first.name) is ignored with \(second.name)")
        }
      }
    }
  }

  @Test func `of load`() {
    check(
      Self.stores + Self.rates + Self.shapes + Self.services + Self.waits + Self.senders
        + Self.ends,
      Self.plan)
  }

  @Test func `of load with a service`() {
    check(
      Self.stores + Self.rates + Self.shapes + Array(Self.services.dropFirst()) + Self.waits
        + Self.senders + Self.ends, base: { $0.latency = "constant:5ms" }, Self.plan)
  }

  @Test func `of saturate`() {
    check(
      Self.stores + Self.rates + Self.services + Self.waits, base: { $0.bound = "p99=5ms" },
      Self.plan)
  }

  @Test func `of explore`() {
    // Of the designs only one can be explored, in one topology unless somebody says otherwise.
    let stores = Self.stores.filter { !["--filter", "--design"].contains($0.name) }
    check(stores + Self.rates + Self.shapes + Self.services, Self.exploration)
  }
}
