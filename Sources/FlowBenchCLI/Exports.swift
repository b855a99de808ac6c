// Whoever writes a program imports `FlowBenchCLI` alone, and names what an adapter is made of: the
// catalogue and descriptions (FlowHarness), features and what a store must do (Workloads), the state
// regions that a feature speaks of (FlowCore). A public import lets this module's own declarations
// use those names, and no more; the underscored attribute is Swift 6.3's only way to pass them on.
@_exported public import FlowCore
@_exported public import FlowHarness
@_exported public import Workloads
