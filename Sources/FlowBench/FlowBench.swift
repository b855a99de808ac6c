import FlowBenchCLI
import PublishedDesigns

/// `flowbench`: the command line over the designs and workloads of this package, and no others.
@main
struct Main: FlowBenchProgram {
  static func register(in catalogue: inout Catalogue) { catalogue.addPublishedDesigns() }
}
