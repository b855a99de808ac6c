import FlowCore
import Workloads

// Work that is in flight for long: one store of one module, for the designs whose shape can cancel
// it, and for what they are compared with.

extension Catalogue {
  /// Adds `linger`.
  mutating func registerLinger() {
    addLinger(.floor) { FloorAdapter($0) }
    addLinger(.middleware) { MiddlewareLingerAdapter($0) }
    addLinger(.flow) { FlowLingerAdapter($0) }
    addLinger(.bareTask) { BareTaskAdapter($0) }
  }

  private mutating func addLinger<S: SynchronousStore>(
    _ design: DesignDescription, make: @escaping @MainActor (LingerFeature) -> S
  ) where S.F == LingerFeature {
    let workload = Workload.linger
    add(design, workload.description, .single, S.notification, mostFeatures: 1) { context in
      context.parts(feature: workload.make) {
        TrialSubject.driving($0, store: make($0.feature))
      }
    }
  }
}
