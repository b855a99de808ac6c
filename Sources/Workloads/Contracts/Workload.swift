/// A module and how to make it with services of its own.
public struct Workload<F: LeafFeature>: Sendable {
  /// What options and tables call it, and one line about it.
  public let description: WorkloadDescription
  /// Makes the module with fresh services.
  public let make: @Sendable (Services) -> F

  /// A workload.
  ///
  /// - Parameter id: The word that options and tables use; the module's name, if nothing is said.
  public init(
    id: String = F.name, summary: String, make: @escaping @Sendable (Services) -> F
  ) {
    description = WorkloadDescription(id: id, summary: summary)
    self.make = make
  }
}

/// An app of several modules and how to make it with services of its own.
public struct AppWorkload<App: AppOfModules>: Sendable {
  /// What options and tables call it, and one line about it.
  public let description: WorkloadDescription
  /// Makes the app with fresh services and so many copies of each module.
  public let make: @Sendable (Services, _ copies: Int) -> App

  /// A workload.
  public init(
    id: String, summary: String, make: @escaping @Sendable (Services, _ copies: Int) -> App
  ) {
    description = WorkloadDescription(id: id, summary: summary)
    self.make = make
  }
}

/// One workload, for a reader.
public struct WorkloadDescription: Sendable, Equatable, Codable {
  /// The word that options and tables use.
  public let id: String
  /// What it is in one line.
  public let summary: String

  /// A workload.
  public init(id: String, summary: String) {
    self.id = id
    self.summary = summary
  }
}
