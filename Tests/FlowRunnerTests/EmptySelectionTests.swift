import PublishedDesigns
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// A request that leaves nothing: the options that leave nothing together, no others, and what it is
/// that the designs cannot do.
@MainActor
struct EmptySelectionTests {
  private func run(_ change: (inout OptionValues) throws -> Void) -> String {
    var options = OptionValues()
    do {
      try change(&options)
      _ = try Plan(options, catalogue: .standard())
      return "no error"
    } catch { return "\(error)" }
  }

  private func load(_ change: (inout OptionValues) throws -> Void) -> String {
    var options = OptionValues()
    do {
      try change(&options)
      _ = try LoadPlans(options, catalogue: .standard())
      return "no error"
    } catch { return "\(error)" }
  }

  private func line(_ options: String, _ given: String, _ reason: String) -> String {
    "\(options): must leave at least one scenario, got \(given): \(reason); "
      + "see \(Executable.name) list"
  }

  @Test func `options that have no part in it are not named`() {
    #expect(
      run {
        try $0.set(DesignOptions.designs, "bare-task")
        try $0.set(WorkloadOptions.workloads, "app")
        try $0.set(DesignOptions.topologies, "single")
        try $0.set(SizeOptions.features, "1,2")
        try $0.set(ShapeOptions.storages, "memory")
        try $0.set(SizeOptions.distributions, "uniform")
      }
        == line(
          "--design and --workload", "'bare-task' with 'app'", "bare-task cannot hold app"))
    #expect(
      run {
        try $0.set(DesignOptions.designs, "floor")
        try $0.set(ShapeOptions.storages, "disk")
        try $0.set(ShapeOptions.views, "own-slice")
        try $0.set(WorkloadOptions.workloads, "shop")
      }
        == line(
          "--design and --views", "'floor' with 'own-slice'", "floor cannot have views of own-slice"
        ))
  }

  @Test func `views that observers bring are the observers' fault`() {
    let message = run {
      try $0.set(DesignOptions.designs, "mutex")
      try $0.set(WorkloadOptions.workloads, "shop")
      try $0.set(ShapeOptions.observers, "3")
      try $0.set(SuiteOptions.suite, "smoke")
    }
    #expect(
      message
        == line(
          "--design and --observers", "'mutex' with '3'", "mutex cannot have views of own-slice"))
  }

  @Test func `a workload that few can have so often is named with its copies`() {
    let message = run {
      try $0.set(WorkloadOptions.workloads, "linger")
      try $0.set(SizeOptions.features, "3")
    }
    #expect(
      message.hasPrefix(
        "--workload and --features: must leave at least one scenario, got 'linger' "))
    #expect(
      message.contains("floor, middleware, flow and bare-task cannot have 3 copies for linger"))
  }

  @Test func `middlewares of an app, whatever the design`() {
    let message = run {
      try $0.set(WorkloadOptions.workloads, "app")
      try $0.set(ShapeOptions.middlewares, "2")
    }
    #expect(
      message.hasPrefix(
        "--workload and --middlewares: must leave at least one scenario, got 'app' with '2': "))
    #expect(message.contains(" more cannot have 2 middlewares for app"))
  }

  @Test func `groups without features are distinguished from designs that cannot`() {
    #expect(
      run {
        try $0.set(DesignOptions.topologies, "grouped")
        try $0.set(SizeOptions.features, "2")
        try $0.set(DesignOptions.groups, "10")
      }
        == line(
          "--topology, --features and --groups", "'grouped' with '2' with '10'",
          "there are more groups than features"))
  }

  @Test func `a service is named when it is the reason, and not when it is none`() {
    #expect(
      load {
        try $0.set(ServiceOptions.latency, "constant:5ms")
        try $0.set(DesignOptions.designs, "floor")
        try $0.set(DesignOptions.topologies, "single")
      }
        == line(
          "--design and --latency", "'floor' with 'constant:5ms'",
          "floor cannot have effects that take time"))
    #expect(
      load {
        try $0.set(ServiceOptions.latency, "constant:5ms")
        try $0.set(WorkloadOptions.workloads, "counter")
        try $0.set(DesignOptions.designs, "flow")
      }
        == line(
          "--workload and --latency", "'counter' with 'constant:5ms'",
          "flow cannot have effects that take time for counter"))
    #expect(
      load {
        try $0.set(ServiceOptions.latency, "constant:5ms")
        try $0.set(DesignOptions.designs, "bare-task")
        try $0.set(WorkloadOptions.workloads, "app")
      } == line("--design", "'bare-task'", "bare-task cannot hold app"))
  }

  @Test func `of an exploration the workload is named, not the service that it brings`() throws {
    var options = OptionValues()
    try options.set(WorkloadOptions.workloads, "counter")
    do throws(PlanError) {
      _ = try ExplorePlan(options, catalogue: .standard())
      Issue.record("there are no such effects")
    } catch {
      #expect(error.description.hasPrefix("--workload: must leave at least one"))
    }
  }

  @Test func `of a suite a person's options are named`() {
    #expect(
      load {
        try $0.set(LoadOptions.suite, "smoke")
        try $0.set(DesignOptions.designs, "floor")
        try $0.set(DesignOptions.topologies, "scoped")
      }
        == line(
          "--design and --topology", "'floor' with 'scoped'", "floor cannot have topology scoped"))
  }

  @Test func `without designs to fall back on they must be named`() {
    do throws(PlanError) {
      _ = try LoadPlans(OptionValues(), catalogue: Catalogue())
      Issue.record("there are no designs")
    } catch {
      #expect(
        error.description
          == "--design and --workload: must be given, since nothing is left of what is measured "
          + "otherwise: this program has no designs; see \(Executable.name) list")
    }
  }

  @Test(arguments: [
    ([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c"),
    (["a", "b", "c", "d", "e"], "a, b, c, d and e"),
    (["a", "b", "c", "d", "e", "f"], "a, b, c, d and 2 more"),
  ])
  func `words are listed, the last of many as a number`(words: [String], text: String) {
    #expect(WordsText.some(words) == text)
  }
}
