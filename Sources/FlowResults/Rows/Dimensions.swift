package import Measurement

/// The dimensions of a scenario, repeated in every row.
package struct Dimensions: Equatable {
  package var scenario = ""
  package var workload = ""
  package var design = ""
  package var topology = ""
  package var features: Int?
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

  package static let columns: [ResultColumn<Dimensions>] = [
    .text("scenario", \.scenario, "Id of the scenario, stable between runs."),
    .text("workload", \.workload, "Workload: state, actions and reducer."),
    .text("design", \.design, "Design of the store."),
    .text("topology", \.topology, "Wiring of the stores."),
    .integer(
      "features", \.features, "Copies of the workload's module, or rows of a measured store."),
    .text("distribution", \.distribution, "Distribution of actions over copies."),
    .text("views", \.views, "State that each view reads."),
    .integer("observers", \.observers, "Views."),
    .integer("senders", \.senders, "Clients, users or workers; 1 for a schedule."),
    .text("storage", \.storage, "Storage of saved state: `memory` or `disk`."),
    .text("affinity", \.affinity, "`pinned` to one core or `free`; empty: unknown."),
    .integer("depth", \.depth, "Scopes between the store and a feature; empty: none."),
    .integer("middlewares", \.middlewares, "Middlewares that pass on each action."),
    .text(
      "completion", \.completion,
      "Completion of effects: `immediate`, `suspending` once, or by the `service` of a load."),
  ]
}

// Reports do not import the harness, so its names are repeated here. A test compares them.
extension Dimensions {
  /// The design with which all others are compared.
  package static let reference = "floor"
  /// The completion of effects that suspend once.
  package static let suspending = "suspending"
  /// The completion of effects by a service.
  package static let service = "service"
  /// The affinity to one core.
  package static let pinned = "pinned"
  /// The affinity to all cores.
  package static let free = "free"
  /// The first word of the warning about a measured store, whose features are rows.
  package static let uncheckedWork = "unchecked:"

  /// Returns the name of what a column with a number counts.
  ///
  /// - Parameter warning: The warning of a row.
  package static func sizeName(of column: String, warning: String) -> FittedGrowth.SizeName {
    switch column {
    case "features":
      warning.contains(uncheckedWork)
        ? FittedGrowth.SizeName("row") : FittedGrowth.SizeName("copy", plural: "copies")
    case "observers": FittedGrowth.SizeName("view")
    case "depth": FittedGrowth.SizeName("scope")
    default: FittedGrowth.SizeName(String(column.dropLast()))
    }
  }
}

extension ResultSchema {
  /// Returns the first columns of a file of scenarios.
  package static func columns<Row>(
    _ runID: any WritableKeyPath<Row, String> & Sendable,
    _ dimensions: any WritableKeyPath<Row, Dimensions> & Sendable
  ) -> [ResultColumn<Row>] {
    columns(runID) + Dimensions.columns.lifted(to: dimensions)
  }
}
