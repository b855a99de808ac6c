// A program imports `FlowBenchCLI` alone and uses the catalogue and descriptions (FlowHarness),
// features and protocols of stores (Workloads), and state regions (FlowCore). The underscored
// attribute is the only way to re-export modules in Swift 6.3.
@_exported public import FlowCore
@_exported public import FlowHarness
@_exported public import Workloads
