import FlowBenchCLI
import PublishedDesigns

/// The subcommands of `flowbench`, with the stores of this package and the published ones.
@main
struct Bench: FlowBenchProgram {
  static func register(in catalogue: inout Catalogue) {
    catalogue.addPublishedDesigns()
    catalogue.add(OwnValueDesign(), with: .thermostat)
    catalogue.add(OwnClassDesign(), with: .thermostat)
    catalogue.add(OwnActorDesign(), with: .thermostat)
    catalogue.add(OwnAwaitedDesign(), with: .thermostat)
    catalogue.add(OwnMainActorDesign(), with: .thermostat)
    // Copies of known stores, which must measure the same as FlowBench's own.
    catalogue.add(OwnFloorDesign())
    catalogue.add(OwnFlowDesign())
    catalogue.add(OwnInoutDesign())
  }
}
