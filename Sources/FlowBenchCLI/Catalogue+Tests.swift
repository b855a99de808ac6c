import FlowFloor
public import FlowHarness
import FlowRunner

extension Catalogue {
  /// The harness's own `floor`, with every workload of the list: what all rows are held against, and
  /// what every catalogue that a user is shown begins with.
  public static func withFloor() -> Catalogue {
    var catalogue = Catalogue()
    catalogue.addFloor()
    return catalogue
  }

  /// What a design of this catalogue does not do as it claims, a line for each kind of error, as
  /// `verify` finds it: for the tests of a package that brings a store.
  ///
  /// Everything runs in this process, so a store that crashes or never settles takes it along; the
  /// command line gives each design processes of its own.
  ///
  /// - Parameters:
  ///   - design: The design's id.
  ///   - seeds: With how many seeds each scenario is tried, from 1 to 1,000.
  /// - Returns: No line when every claim holds. Notes are left out.
  /// - Throws: An error whose description is one line, for a design that is not in the catalogue, and
  ///   what making a directory for features that keep files throws.
  public func faults(of design: String, seeds: Int = 1) async throws -> [String] {
    try await verifierFaults(of: design, seeds: seeds)
  }
}
