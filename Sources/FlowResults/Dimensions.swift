/// The dimensions of a scenario, repeated in every row.
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
  /// The load; empty if each action waits for the one before. Files have a column of their own for it.
  package var load = ""

  package init() {}

  /// Returns the columns of the first dimensions, in a row that has them at `path`.
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

  /// Returns the columns of the later dimensions: at the end of a row, because columns never move.
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

// The names that reports use. Reports import nothing that measures, so the names are repeated here; a test
// compares them with the harness.
extension Dimensions {
  /// The design that all others are compared with.
  package static let reference = "floor"
  /// The topology with `groups` stores.
  package static let grouped = "grouped"
  /// The completion of effects that suspend once.
  package static let suspending = "suspending"
  /// The completion of effects that a service answers.
  package static let service = "service"
  /// The affinity to one core.
  package static let pinned = "pinned"
  /// The affinity to all cores.
  package static let free = "free"
}
