import FlowFloor
public import FlowHarness
import FlowRunner

/// A program with all subcommands of `flowbench`, over its own stores.
///
/// ```swift
/// import FlowBenchCLI
///
/// @main
/// struct Bench: FlowBenchProgram {
///   static func register(in catalogue: inout Catalogue) { catalogue.add(MyDesign()) }
/// }
/// ```
///
/// Every trial is a fresh process of the same executable, which makes the same catalogue again: see
/// ``register(in:)``.
public protocol FlowBenchProgram {
  /// Adds designs and workloads to a catalogue with the workloads of FlowBench and `floor`, the
  /// loop without a store with which all rows are compared.
  ///
  /// To measure the published stores and FlowCore's own beside yours, depend on `PublishedDesigns`
  /// and call `catalogue.addPublishedDesigns()`.
  ///
  /// This method is called at most once in each process. It must add the same in all of them, so it
  /// must not depend on arguments or the environment: a trial whose process lacks its design is
  /// invalid.
  ///
  /// An id consists of at most 40 lower-case letters, digits and hyphens, begins with a letter, and
  /// is unique; otherwise the program prints the reason in one line and exits 1.
  @MainActor static func register(in catalogue: inout Catalogue)
}

extension Catalogue {
  /// Returns a catalogue with `floor` and every workload of FlowBench.
  public static func withFloor() -> Catalogue {
    var catalogue = Catalogue()
    catalogue.addFloor()
    return catalogue
  }

  /// Verifies a design of this catalogue in this process, for tests of a package with its own
  /// store.
  ///
  /// A store that crashes or never settles ends or blocks the process; `verify` runs each design in
  /// its own processes.
  ///
  /// - Parameters:
  ///   - design: The design's id.
  ///   - seeds: The number of seeds for each scenario, 1 to 1,000.
  ///   - strict: A Boolean value that indicates whether notes are faults, such as wasted or duplicate
  ///     notifications.
  /// - Returns: A line for each kind of error and, if strict, of note; empty if every claim holds.
  /// - Throws: An error with a description in one line for a design that is not in the catalogue,
  ///   or errors of making a directory for features that keep files.
  public func faults(
    of design: String, seeds: Int = 1, strict: Bool = false
  ) async throws -> [String] {
    try await Verifier.faults(of: design, seeds: seeds, strict: strict, in: self)
  }
}
