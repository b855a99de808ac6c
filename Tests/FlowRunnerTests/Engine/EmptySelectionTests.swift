import PublishedDesigns
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// The error of a request without scenarios: the options that exclude each other, and the missing
/// abilities.
@MainActor
struct EmptySelectionTests {
  private func run(_ change: (inout OptionTexts) throws -> Void) -> String {
    var options = OptionTexts()
    do {
      try change(&options)
      _ = try Plan(options, catalogue: .standard())
      return "no error"
    } catch { return "\(error)" }
  }

  private func load(_ change: (inout OptionTexts) throws -> Void) -> String {
    var options = OptionTexts()
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

  @Test func `only the excluding options are named`() {
    #expect(
      run {
        $0.set("design", "bare-task")
        $0.set("workload", "app")
        $0.set("topology", "single")
        $0.set("features", "1,2")
        $0.set("storage", "memory")
        $0.set("distribution", "uniform")
      }
        == line(
          "--design and --workload", "'bare-task' with 'app'", "bare-task cannot hold app"))
    #expect(
      run {
        $0.set("design", "floor")
        $0.set("storage", "disk")
        $0.set("views", "own-slice")
        $0.set("workload", "shop")
      }
        == line(
          "--design and --views", "'floor' with 'own-slice'", "floor cannot have views of own-slice"
        ))
  }

  @Test func `observers are named instead of their views`() {
    let message = run {
      $0.set("design", "mutex")
      $0.set("workload", "shop")
      $0.set("observers", "3")
      $0.set("suite", "smoke")
    }
    #expect(
      message
        == line(
          "--design and --observers", "'mutex' with '3'", "mutex cannot have views of own-slice"))
  }

  @Test func `a workload is named with its copies`() {
    let message = run {
      $0.set("workload", "linger")
      $0.set("features", "3")
    }
    #expect(
      message.hasPrefix(
        "--workload and --features: must leave at least one scenario, got 'linger' "))
    #expect(
      message.contains("floor, middleware, flow and bare-task cannot have 3 copies for linger"))
  }

  @Test func `middlewares of an app are named for all designs`() {
    let message = run {
      $0.set("workload", "app")
      $0.set("middlewares", "2")
    }
    #expect(
      message.hasPrefix(
        "--workload and --middlewares: must leave at least one scenario, got 'app' with '2': "))
    #expect(message.contains(" more cannot have 2 middlewares for app"))
  }

  @Test func `a service is named only if it is a reason`() {
    #expect(
      load {
        $0.set("latency", "constant:5ms")
        $0.set("design", "floor")
        $0.set("topology", "single")
      }
        == line(
          "--design and --latency", "'floor' with 'constant:5ms'",
          "floor cannot have effects that take time"))
    #expect(
      load {
        $0.set("latency", "constant:5ms")
        $0.set("workload", "counter")
        $0.set("design", "flow")
      }
        == line(
          "--workload and --latency", "'counter' with 'constant:5ms'",
          "flow cannot have effects that take time for counter"))
    #expect(
      load {
        $0.set("latency", "constant:5ms")
        $0.set("design", "bare-task")
        $0.set("workload", "app")
      } == line("--design", "'bare-task'", "bare-task cannot hold app"))
  }

  @Test func `only given options of a suite are named`() {
    #expect(
      load {
        $0.set("suite", "smoke")
        $0.set("design", "floor")
        $0.set("topology", "scoped")
      }
        == line(
          "--design and --topology", "'floor' with 'scoped'", "floor cannot have topology scoped"))
  }

  @Test func `a program without designs is refused`() {
    do {
      _ = try LoadPlans(OptionTexts(), catalogue: Catalogue())
      Issue.record("there are no designs")
    } catch {
      #expect(
        "\(error)"
          == "--design and --workload: must be given, because the defaults leave no scenario: "
          + "this program has no designs; see \(Executable.name) list")
    }
  }

  @Test(arguments: [
    ([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c"),
    (["a", "b", "c", "d", "e"], "a, b, c, d and e"),
    (["a", "b", "c", "d", "e", "f"], "a, b, c, d and 2 more"),
  ])
  func `many words are abbreviated by a number`(words: [String], text: String) {
    #expect(WordsText.some(words) == text)
  }
}
