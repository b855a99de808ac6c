/// What identifies a scenario, repeated in every row.
package struct Dimensions: Equatable {
  package var scenario = ""
  package var workload = ""
  package var design = ""
  package var topology = ""
  package var features: Int?
  package var groups: Int?
  package var distribution = ""
  package var views = ""
  package var observers: Int?
  package var senders: Int?
  package var storage = ""
  package var affinity = ""
  package var depth: Int?
  package var middlewares: Int?
  package var completion = ""
  /// Who sends and when; empty where nothing but the next action was waited for. Files have a column
  /// of their own for it.
  package var load = ""

  package init() {}

  /// The columns of the dimensions that were there first, in a row that has them at `path`.
  package static func columns<Row>(
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
      .integer(
        "senders", at(\.senders),
        "How many send: clients, users or workers; 1 where one thread sends a schedule."),
      .text("storage", at(\.storage), "Where features keep what they save."),
      .text("affinity", at(\.affinity), "`pinned` to one core, or `free` on all; empty: unknown."),
    ]
  }

  /// The columns of the dimensions that came later: at the end of a row, since none ever moves.
  package static func laterColumns<Row>(
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
        "completion", joined(path, \.completion),
        "How effects complete: `immediate`, after `suspending` once, or by the `service` of a load."
      ),
    ]
  }
}

// What reports know by name. They import nothing that measures, so these are written here once more;
// a test holds them against the harness.
extension Dimensions {
  /// The design that all others are held against.
  package static let reference = "floor"
  /// The topology whose stores are as many as `groups` says.
  package static let grouped = "grouped"
  /// Effects that answer after they have suspended once.
  package static let suspending = "suspending"
  /// Effects that take time: their actions are answered when a service has served them.
  package static let service = "service"
  /// The affinity of what runs on one core.
  package static let pinned = "pinned"
  /// The affinity of what may use all cores.
  package static let free = "free"
}
