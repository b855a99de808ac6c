import FlowCore
import Workloads

extension Catalogue {
  /// Adds the designs of this package that several producers can send to at once.
  mutating func registerSharedStores() {
    registerShared(MutexShared.self, design: .mutex)
    registerShared(ActorShared.self, design: .actor)
    registerShared(FlowShared.self, design: .flow)
    registerShared(InoutShared.self, design: .`inout`)
    registerShared(MiddlewareShared.self, design: .middleware)
  }
}
