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
  /// The load, which has a column of its own in files; empty if there is none.
  package var load = ""

  package init() {}

  /// Returns the columns of the dimensions, in a row that has them at `path`.
  package static func columns<Row>(
    _ path: any WritableKeyPath<Row, Dimensions> & Sendable
  ) -> [ResultColumn<Row>] {
    func at<T>(
      _ part: any WritableKeyPath<Dimensions, T> & Sendable
    ) -> any WritableKeyPath<Row, T> & Sendable {
      joined(path, part)
    }
    return [
      .text("scenario", at(\.scenario), "Id of the scenario, stable between runs."),
      .text("workload", at(\.workload), "Workload: state, actions and reducer."),
      .text("design", at(\.design), "Design of the store."),
      .text("topology", at(\.topology), "Wiring of the stores."),
      .integer("features", at(\.features), "Copies of the workload's module."),
      .integer("groups", at(\.groups), "Stores of the `grouped` topology; otherwise 1."),
      .text("distribution", at(\.distribution), "Distribution of actions over features."),
      .text("views", at(\.views), "State that each view reads."),
      .integer("observers", at(\.observers), "Views."),
      .integer("senders", at(\.senders), "Clients, users or workers; 1 for a schedule."),
      .text("storage", at(\.storage), "Storage of saved state: `memory` or `disk`."),
      .text("affinity", at(\.affinity), "`pinned` to one core or `free`; empty: unknown."),
      .integer("depth", at(\.depth), "Scopes between the store and a feature; empty: none."),
      .integer("middlewares", at(\.middlewares), "Middlewares that pass on each action."),
      .text(
        "completion", at(\.completion),
        "Completion of effects: `immediate`, `suspending` once, or by the `service` of a load."),
    ]
  }
}

// Reports do not import the harness, so its names are repeated here. A test compares them.
extension Dimensions {
  /// The design with which all others are compared.
  package static let reference = "floor"
  /// The topology with `groups` stores.
  package static let grouped = "grouped"
  /// The completion of effects that suspend once.
  package static let suspending = "suspending"
  /// The completion of effects by a service.
  package static let service = "service"
  /// The affinity to one core.
  package static let pinned = "pinned"
  /// The affinity to all cores.
  package static let free = "free"
}
