/// A module, and a closure that makes it with its own services.
public struct Workload<F: LeafFeature>: Sendable {
  /// The description in options and tables.
  public let description: WorkloadDescription
  /// Makes the module with fresh services.
  public let make: @Sendable (Services) -> F

  /// Creates a workload.
  ///
  /// - Parameter id: The word that options and tables use; by default the module's name.
  public init(
    id: String = F.name, summary: String, make: @escaping @Sendable (Services) -> F
  ) {
    description = WorkloadDescription(id: id, summary: summary)
    self.make = make
  }
}

/// The description of a workload in options and tables.
public struct WorkloadDescription: Sendable, Equatable, Codable {
  /// The word that options and tables use.
  public let id: String
  /// The workload in one line.
  public let summary: String
  /// The number of slots of each copy: the places where an action can be aimed at.
  public let slotsPerCopy: Int

  /// Creates a description.
  public init(id: String, summary: String, slotsPerCopy: Int = 1) {
    self.id = id
    self.summary = summary
    self.slotsPerCopy = slotsPerCopy
  }
}
