import FlowHarness

/// A command line of one's own: all subcommands of `flowbench`, over stores that the program brings.
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
  /// Adds designs and workloads to the catalogue, which begins with the workloads of FlowBench and
  /// `floor`, the loop without a store that all rows are held against.
  ///
  /// The stores of articles and FlowCore's own are designs as any other: to be measured beside them,
  /// depend on `PublishedDesigns` and call `catalogue.addPublishedDesigns()`.
  ///
  /// Called at most once in each process, in the one that a person starts and in those of trials
  /// alike. It must add the same in all of them, so it must not depend on arguments or on the
  /// environment: a trial whose process lacks its design is void, and its row says so.
  ///
  /// An id is lower-case letters, digits and hyphens, begins with a letter, has at most 40
  /// characters, and is given once; otherwise the program says which design is at fault, in one line
  /// on stderr, and exits 1.
  @MainActor static func register(in catalogue: inout Catalogue)
}
