/// What a person asked of `flowbench verify`, not yet checked; `nil` leaves it to the standard.
package struct VerifyOptions: Sendable {
  /// Ids of the designs to verify.
  package var designs: [String]?
  /// Ids of the workloads to verify with.
  package var workloads: [String]?
  /// Names of the topologies to verify in.
  package var topologies: [String]?
  /// With how many seeds each scenario is tried.
  package var seeds = 2
  /// Seconds after which a process that says nothing is given up.
  package var limitSeconds: Double?

  /// Nothing but defaults.
  package init() {}

  /// The lists, as those of a run.
  var selection: RunOptions {
    var selection = RunOptions()
    selection.designs = designs
    selection.workloads = workloads
    selection.topologies = topologies
    return selection
  }
}

extension Bounds {
  static let verifySeeds = 1...1_000
}
