// A program imports `FlowBenchCLI` alone and uses the catalogue and descriptions (FlowHarness), and
// features and protocols of stores (Workloads). Of FlowCore, only the types that these name are
// exported, because its `Store` or `Middleware` would hide that of the measured library. The
// underscored attribute is the only way to re-export in Swift 6.3.
@_exported public import FlowHarness
@_exported public import MeasuredStores
@_exported public import Workloads

@_exported public import struct FlowCore.CasePath
@_exported public import class FlowCore.ObservationToken
@_exported public import struct FlowCore.StateRegion
