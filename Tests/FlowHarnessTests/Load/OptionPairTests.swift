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
    let give: (inout OptionValues) throws -> Void

    init(_ name: String, _ give: @escaping (inout OptionValues) throws -> Void) {
      self.name = name
      self.give = give
    }
  }

  private static let stores = [
    Given("--filter") { try $0.set(DesignOptions.filter, "single") },
    Given("--design") { try $0.set(DesignOptions.designs, "flow") },
    Given("--topology") { try $0.set(DesignOptions.topologies, "grouped") },
    Given("--features") { try $0.set(SizeOptions.features, "3") },
    Given("--workload") { try $0.set(WorkloadOptions.workloads, "echo") },
    Given("--distribution") { try $0.set(SizeOptions.distributions, "zipf:1.5") },
    Given("--seed") { try $0.set(SeedOptions.seed, "77") },
    Given("--limit") { try $0.set(LimitOptions.limit, "5") },
  ]
  private static let rates = [
    Given("--rate") { try $0.set(RateOptions.rate, "500") }, Given("--duration") { try $0.set(RateOptions.duration, "3s") },
    Given("--arrivals") { try $0.set(RateOptions.arrivals, "constant") },
  ]
  private static let shapes = [
    Given("--shape") { try $0.set(RateChangeOptions.shape, "peak:5") }, Given("--stage") { try $0.set(RateChangeOptions.stages, "1s@5", "1s@7") },
  ]
  private static let services = [
    Given("--latency") { try $0.set(ServiceOptions.latency, "constant:5ms") }, Given("--failures") { try $0.set(ServiceOptions.failures, "0.5") },
    Given("--timeout") { try $0.set(ServiceOptions.timeout, "20ms") }, Given("--capacity") { try $0.set(ServiceOptions.capacity, "3") },
  ]
  private static let waits = [
    Given("--max-queue") { try $0.set(QueueOptions.maxQueue, "9") }, Given("--drain") { try $0.set(QueueOptions.drain, "20s") },
    Given("--virtual") { $0[TimeOptions.virtual] = true },
  ]
  private static let senders = [
    Given("--clients") { try $0.set(ClientOptions.clients, "5") }, Given("--users") { try $0.set(UserOptions.users, "50") },
    Given("--think") { try $0.set(UserOptions.think, "constant:2s") }, Given("--away") { try $0.set(UserOptions.away, "constant:9s") },
  ]
  private static let ends = [
    Given("--threshold") { try $0.set(ThresholdOptions.thresholds, "dropped_total==0") },
    Given("--rounds") { try $0.set(RoundOptions.rounds, "4") },
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
    _ options: [Given], base: (inout OptionValues) throws -> Void = { _ in },
    _ plan: (LoadOptions) -> Found
  ) {
    func found(_ given: [Given]) -> Found {
      var options = OptionValues()
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
        + Self.senders + Self.ends, base: { try $0.set(ServiceOptions.latency, "constant:5ms") }, Self.plan)
  }

  @Test func `of saturate`() {
    check(
      Self.stores + Self.rates + Self.services + Self.waits, base: { try $0.set(SaturateOptions.bound, "p99=5ms") },
      Self.plan)
  }

  @Test func `of explore`() {
    // Of the designs only one can be explored, in one topology unless somebody says otherwise.
    let stores = Self.stores.filter { !["--filter", "--design"].contains($0.name) }
    check(stores + Self.rates + Self.shapes + Self.services, Self.exploration)
  }
}
