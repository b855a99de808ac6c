import FlowBenchCLI
import PublishedDesigns

/// All of `flowbench`, over our own stores and the published ones.
@main
struct Bench: FlowBenchProgram {
  static func register(in catalogue: inout Catalogue) {
    catalogue.addPublishedDesigns()
    catalogue.add(OwnValueDesign(), with: .thermostat)
    catalogue.add(OwnClassDesign(), with: .thermostat)
    catalogue.add(OwnActorDesign(), with: .thermostat)
    catalogue.add(OwnAwaitedDesign(), with: .thermostat)
    catalogue.add(OwnMainActorDesign(), with: .thermostat)
    // Known stores from this package, to show that it is measured as FlowBench's own are.
    catalogue.add(OwnFloorDesign())
    catalogue.add(OwnFlowDesign())
    catalogue.add(OwnInoutDesign())
  }
}
