import Workloads

/// What identifies a scenario, repeated in every row.
struct Dimensions: Equatable {
  var scenario = ""
  var workload = ""
  var design = ""
  var topology = ""
  var features: Int?
  var groups: Int?
  var distribution = ""
  var views = ""
  var observers: Int?
  var producers: Int?
  var storage = ""
  var affinity = ""
  var depth: Int?
  var middlewares: Int?
  var answers = ""
  /// Who sends and when; empty where nothing but the next action was waited for. Files have a column
  /// of their own for it.
  var load = ""

  init() {}

  init(_ scenario: Scenario) {
    self.scenario = scenario.id
    workload = scenario.workload
    design = scenario.design
    topology = scenario.topology.rawValue
    features = scenario.features
    groups = scenario.groups
    distribution = scenario.distribution.description
    views = scenario.views.rawValue
    observers = scenario.observers
    producers = 1
    storage = scenario.storage.rawValue
    affinity = scenario.affinity?.rawValue ?? ""
    depth = scenario.scopeDepth
    middlewares = scenario.middlewares
    answers = scenario.answers.rawValue
  }

  /// The columns of the dimensions that were there first, in a row that has them at `path`.
  static func columns<Row>(
    _ path: any WritableKeyPath<Row, Dimensions> & Sendable
  ) -> [ResultColumn<Row>] {
    func at<T>(
      _ part: any WritableKeyPath<Dimensions, T> & Sendable
    ) -> any WritableKeyPath<Row, T> & Sendable {
      joined(path, part)
    }
    return [
      .text("scenario", at(\.scenario), "The scenario's name, stable from run to run."),
      .text("workload", at(\.workload), "What the stores hold; see `flowbench list`."),
      .text("design", at(\.design), "The shape of the store."),
      .text("topology", at(\.topology), "How stores are wired."),
      .integer("features", at(\.features), "Copies of the module (`app`: of each of its seven)."),
      .integer("groups", at(\.groups), "Stores of the `grouped` topology; else 1."),
      .text("distribution", at(\.distribution), "Which feature gets the next action."),
      .text("views", at(\.views), "How views look."),
      .integer("observers", at(\.observers), "How many views there are."),
      .integer("producers", at(\.producers), "How many senders there are."),
      .text("storage", at(\.storage), "Where features keep what they save."),
      .text("affinity", at(\.affinity), "`pinned` to one core, or `free` on all; empty: unknown."),
    ]
  }

  /// The columns of the dimensions that came later: at the end of a row, since none ever moves.
  static func laterColumns<Row>(
    _ path: any WritableKeyPath<Row, Dimensions> & Sendable
  ) -> [ResultColumn<Row>] {
    [
      .integer(
        "depth", joined(path, \.depth),
        "Scopes between the store and a feature's child; empty: there are none."),
      .integer(
        "middlewares", joined(path, \.middlewares),
        "Middlewares that look at each action and let it pass."),
      .text(
        "answers", joined(path, \.answers),
        "Whether effects answer `at-once`, after `suspending` once, or when a load's service has "
          + "`served` them."),
    ]
  }
}
