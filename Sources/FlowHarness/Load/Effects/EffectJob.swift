import FlowTesting
import Measurement
import Workloads

/// One load with effects that take time, as a catalogue's entry is given it.
struct EffectJob {
  let request: LoadRequest
  let desk: EffectDesk
  /// Where it happens, if not in real time on the main actor.
  let time: VirtualTime?
}

/// What a catalogue knows of a design whose effects can take time.
struct EffectEntry {
  /// Whether the store can be made on another actor than the main one, which cannot be moved into
  /// virtual time.
  let isMovable: Bool
  let parts: @MainActor (LoadRequest) -> EffectParts
}

/// What a load with effects drives, and what it must come to.
@MainActor
struct EffectParts {
  /// Drives a fresh store until all is quiet; returns the digest of its state, and how many actions
  /// were not sent any more.
  let drive: @MainActor (EffectJob) async throws -> EffectEnd
  let oracle: LoadOracle
  /// Drives a fresh store once, by the interleaving that the request's seed decides; `nil` where it
  /// is bound to the main actor.
  var explore: (@MainActor () throws -> ExploredRun)?
  /// What the load comes to in time that jumps.
  let fold: () throws -> EventFoldResult
}

/// How a load with effects ended.
struct EffectEnd: Sendable {
  var digest: UInt64
  var unsent: Int
}

extension EffectCourse {
  /// The course of a job.
  ///
  /// - Throws: What making the source of the load's actions throws.
  init(_ request: LoadRequest, _ feature: F, _ desk: EffectDesk) throws {
    self.feature = feature
    self.desk = desk
    if case .closed = request.traffic { isClosed = true } else { isClosed = false }
    endNs = request.traffic.durationNs + request.drainNs
    source = try LoadSource(
      request, feature: feature,
      generator: ActionGenerator(
        feature: feature, distribution: request.scenario.distribution, seed: request.seed))
  }
}

/// Runs a course in memory of its own, then closes it.
func withCourse<F: ServedFeature>(
  _ request: LoadRequest, _ feature: F, _ desk: EffectDesk,
  isolation: isolated (any Actor)? = #isolation,
  _ body: (UnsafeMutablePointer<EffectCourse<F>>) async -> UInt64
) async throws -> EffectEnd {
  let course = UnsafeMutablePointer<EffectCourse<F>>.allocate(capacity: 1)
  course.initialize(to: try EffectCourse(request, feature, desk))
  let digest = await body(course)
  let end = EffectEnd(digest: digest, unsent: course.pointee.close())
  course.deinitialize(count: 1)
  course.deallocate()
  return end
}
