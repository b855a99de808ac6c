package import FlowHarness
import FlowResults
import Foundation
import PlainText
import Workloads

/// What can be asked for, for a reader and for programs.
@MainActor
package struct Listing {
  private let catalogue: Catalogue

  /// The listing of a catalogue.
  package init(catalogue: Catalogue) { self.catalogue = catalogue }

  private struct Item: Encodable {
    let id: String
    let summary: String
  }

  private struct SuiteItem: Encodable {
    let id: String
    let summary: String
    let scenarios: [String]
  }

  private struct Content: Encodable {
    let designs: [Item]
    let workloads: [Item]
    let topologies: [Item]
    let views: [Item]
    let completion: [Item]
    let distributions: [String]
    let shapes: [String]
    let delays: [String]
    let loadMetrics: [String]
    let workers: [Item]
    let suites: [SuiteItem]
    let loadSuites: [LoadSuiteItem]
  }

  private struct LoadSuiteItem: Encodable {
    let id: String
    let summary: String
    let loads: [String]
  }

  private var content: Content {
    Content(
      designs: catalogue.designs.map { Item(id: $0.id, summary: $0.summary) },
      workloads: catalogue.workloads.map { Item(id: $0.id, summary: $0.summary) },
      topologies: Topology.allCases.map { Item(id: $0.rawValue, summary: $0.summary) },
      views: ViewShape.allCases.map { Item(id: $0.rawValue, summary: $0.summary) },
      completion: Completion.allCases.map { Item(id: $0.rawValue, summary: $0.summary) },
      distributions: Distribution.forms.map(\.form),
      shapes: LoadShape.forms.map(\.form),
      delays: Delay.forms.map(\.form),
      loadMetrics: LoadMetric.all.map(\.name),
      workers: catalogue.designs.compactMap { design in
        catalogue.shared[design.id].map { Item(id: design.id, summary: $0.summary) }
      },
      suites: Suite.allCases.map { suite in
        var options = OptionValues()
        options[SuiteOptions.suite] = suite
        let plan = try? Plan(options, catalogue: catalogue)
        return SuiteItem(
          id: suite.rawValue, summary: suite.summary, scenarios: plan?.scenarios.map(\.id) ?? [])
      },
      loadSuites: LoadSuite.allCases.map { suite in
        var options = OptionValues()
        options[LoadOptions.suite] = suite
        let plans = try? LoadPlans(options, catalogue: catalogue)
        return LoadSuiteItem(
          id: suite.rawValue, summary: suite.summary, loads: plans?.plans.map(\.loadText) ?? [])
      })
  }

  /// Everything in columns that fit 100 characters.
  package var text: String {
    let content = content
    var text = ""
    func section(_ title: String, _ items: [Item]) {
      text += title + "\n"
      let width = items.map(\.id.count).max() ?? 0
      for item in items {
        text += "  " + item.id.padding(toLength: width, withPad: " ", startingAt: 0)
        text += "  " + item.summary + "\n"
      }
      text += "\n"
    }
    section("designs", content.designs)
    section("workloads", content.workloads)
    section("topologies", content.topologies)
    section("views", content.views)
    section("completion", content.completion)
    func words(_ title: String, _ words: [String]) {
      text +=
        title + "\n"
        + TextWrap.lines(words.joined(separator: " "), width: 96)
        .map { "  " + $0 + "\n" }.joined() + "\n"
    }
    words("distributions", content.distributions)
    words("shapes of a load", content.shapes)
    words("delays", content.delays)
    words("what a load is held to (--threshold)", content.loadMetrics)
    section("what several workers can send to at once (contend)", content.workers)
    section(
      "suites",
      content.suites.map {
        Item(id: $0.id, summary: "\($0.summary): \(CountText.text($0.scenarios.count, "scenario"))")
      })
    section(
      "suites of loads",
      content.loadSuites.map {
        Item(id: $0.id, summary: "\($0.summary): \(CountText.text($0.loads.count, "load"))")
      })
    text += "loads of a suite: flowbench load --suite NAME --dry-run\n"
    text += "scenarios of a suite: flowbench run --suite NAME --dry-run\n"
    return text
  }

  /// Everything as JSON, each suite with the ids of its scenarios.
  ///
  /// - Throws: What the encoder throws.
  package func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(content), as: UTF8.self)
  }
}
