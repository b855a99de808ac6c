import PublishedDesigns
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// The error of a request that no design can run.
@MainActor
struct SelectionTests {
  private static func error<P: SessionPlan>(
    _ catalogue: Catalogue = .standard(), _ plan: (Catalogue) throws -> P
  ) -> String {
    do {
      _ = try plan(catalogue)
      return "no error"
    } catch { return "\(error)" }
  }

  @Test(
    arguments: [
      (
        ["--design=bare-task", "--workload=app", "--topology=single", "--features=1,2"],
        "bare-task cannot run app"
      ),
      (
        ["--design=floor", "--workload=shop", "--views=own-slice", "--suite=smoke"],
        "floor cannot run shop with views of own-slice"
      ),
      (
        ["--design=mutex", "--workload=shop", "--observers=3", "--suite=smoke"],
        "mutex cannot run shop with views of own-slice"
      ),
      (
        ["--design=mutex", "--workload=counter", "--middlewares=2,4", "--suite=smoke"],
        "mutex cannot run counter with 2 middlewares"
      ),
      (
        [
          "--design=floor,mutex", "--workload=counter,shop", "--topology=scoped", "--features=1",
          "--suite=smoke",
        ],
        "floor and mutex cannot run counter and shop with topology scoped"
      ),
    ] as [([String], String)])
  func `the designs and what they cannot run are named`(
    options: [String], reason: String
  ) {
    let error = Self.error { try Plan(RunOptions.parsed(options), catalogue: $0) }
    #expect(error.hasPrefix("no scenario is left: ") && error.contains(reason), "\(error)")
    #expect(error.hasSuffix("; see \(Executable.name) list"))
  }

  @Test func `effects that take time are named`() {
    let options = ["--latency=constant:5ms", "--design=floor", "--topology=single"]
    #expect(
      Self.error { try LoadPlans(LoadOptions.parsed(options), catalogue: $0) }
        .contains("floor cannot run search with 10 copies and effects that take time"))
  }

  @Test func `a program without designs is refused`() {
    #expect(
      Self.error(Catalogue()) { try Plan(RunOptions.parsed([]), catalogue: $0) }
        == "no scenario is left: this program has no designs; see \(Executable.name) list")
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
