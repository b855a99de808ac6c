public import Workloads

/// The design that rows are held against: `Floor`, for every feature.
public struct FloorDesign: StoreDesign {
  /// The word that options and tables use.
  package nonisolated static let id = Scenario.reference

  /// Its name, and what it can do.
  public let description = DesignDescription(
    id: Self.id, summary: "no store: a loop that reduces in place",
    questions: [.everything, .loads, .sizes, .collections, .batches])

  /// The design.
  public init() {}

  /// Plugs in the loop.
  @inlinable public func plug<S: StoreSocket>(into socket: S) -> S.Plugged? {
    socket.plug { Floor($0) }
  }

  /// As for any other feature: nothing is in flight.
  @inlinable public func plugLingering<S: StoreSocket>(
    into socket: S
  ) -> S.Plugged? where S.F == LingerFeature {
    plug(into: socket)
  }
}
