package import FlowHarness
import FlowResults
import OrderedCollections
import PlainText
import Workloads

/// The names that options accept.
@MainActor
package struct Listing {
  private let catalogue: Catalogue

  package init(catalogue: Catalogue) { self.catalogue = catalogue }

  private struct Item: Encodable {
    let id: String
    let summary: String
    /// The names of a suite's scenarios or loads.
    var scenarios: [String]?
    var loads: [String]?
  }

  private struct Content: Encodable {
    let designs: [Item]
    let workloads: [Item]
    let topologies: [Item]
    let views: [Item]
    let completion: [Item]
    let distributions: [String]
    let delays: [String]
    let loadMetrics: [String]
    let workers: [Item]
    let suites: [Item]
    let loadSuites: [Item]
  }

  private var content: Content {
    Content(
      designs: catalogue.designs.map { Item(id: $0.id, summary: $0.summary) },
      workloads: catalogue.workloads.map {
        let isAlone = catalogue.measuredAlone.contains($0.id)
        return Item(id: $0.id, summary: $0.summary + (isAlone ? "; one store" : ""))
      },
      topologies: Topology.allCases.map { Item(id: $0.rawValue, summary: $0.summary) },
      views: ViewShape.allCases.map { Item(id: $0.rawValue, summary: $0.summary) },
      completion: Completion.allCases.map { Item(id: $0.rawValue, summary: $0.summary) },
      distributions: Distribution.forms.map(\.form),
      delays: Delay.forms.map(\.form),
      loadMetrics: LoadMetric.all.map(\.name),
      workers: catalogue.designs.compactMap { design in
        catalogue.shared[design.id].map { Item(id: design.id, summary: $0.summary) }
      },
      suites: Suite.allCases.map { suite in
        let plan = try? Plan(
          RunOptions.parsed(["--suite", suite.rawValue]), catalogue: catalogue)
        return Item(
          id: suite.rawValue, summary: suite.summary, scenarios: plan?.scenarios.map(\.id) ?? [])
      },
      loadSuites: LoadSuite.allCases.map { suite in
        let plans = try? LoadPlans(
          LoadOptions.parsed(["--suite", suite.rawValue]), catalogue: catalogue)
        return Item(
          id: suite.rawValue, summary: suite.summary,
          loads: plans?.plans.map(\.load.description) ?? [])
      })
  }

  /// Returns the items with one in place of those that differ in a number at the end of their ids.
  private static func merged(_ items: [Item]) -> [Item] {
    OrderedDictionary(grouping: items, by: \.summary).values.map { same in
      let sizes = same.compactMap { $0.id.split(separator: "-").last }
      guard same.count > 1, let first = sizes.first, let last = sizes.last else { return same[0] }
      return Item(
        id: same[0].id.dropLast(first.count) + "N",
        summary: "\(same[0].summary); N: \(first) … \(last)")
    }
  }

  /// Everything in columns that fit 100 characters.
  package var text: String {
    let content = content
    func section(_ title: String, _ items: [Item]) -> String {
      let width = items.map(\.id.count).max() ?? 0
      let lines = items.map { item in
        let count =
          item.scenarios.map { ": \(CountText.text($0.count, "scenario"))" }
          ?? item.loads.map { ": \(CountText.text($0.count, "load"))" } ?? ""
        return "  " + item.id + String(repeating: " ", count: width - item.id.count)
          + "  \(item.summary)\(count)\n"
      }
      return title + "\n" + lines.joined() + "\n"
    }
    func words(_ title: String, _ words: [String]) -> String {
      let lines = TextWrap.lines(words.joined(separator: " "), width: 96)
      return title + "\n" + lines.map { "  " + $0 + "\n" }.joined() + "\n"
    }
    return [
      section("designs", content.designs), section("workloads", Self.merged(content.workloads)),
      section("topologies", content.topologies), section("views", content.views),
      section("completion", content.completion), words("distributions", content.distributions),
      words("delays", content.delays),
      words("metrics of load's --threshold", content.loadMetrics),
      section("designs of contend", content.workers),
      section("suites", content.suites), section("suites of loads", content.loadSuites),
      "scenarios of a suite: \(Executable.name) run --suite NAME --dry-run\n",
      "loads of a suite: \(Executable.name) load --suite NAME --dry-run\n",
    ].joined()
  }

  /// Returns everything as JSON, each suite with the names of its scenarios or loads.
  package func json() throws -> String { try JSONText.encoded(content) }
}
