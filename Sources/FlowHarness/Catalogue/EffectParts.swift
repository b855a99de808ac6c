/// What a load with effects drives, and what it must come to.
@MainActor
@usableFromInline
package struct EffectParts {
  /// Drives a fresh store until all is quiet; returns the digest of its state, and how many actions
  /// were not sent any more.
  package let drive: @MainActor (EffectJob) async throws -> EffectEnd
  package let oracle: LoadOracle
  /// Drives a fresh store once, by the interleaving that the request's seed decides; `nil` where it
  /// is bound to the main actor.
  package var explore: (@MainActor () throws -> ExploredRun)?
  /// What the load comes to in time that jumps.
  package let fold: () throws -> EventFoldResult
  /// Looks up in the events of the load, and in the state at its end, what cannot be.
  package let check: ([EffectEvent], _ digest: UInt64) throws -> InterleavingFindings

  /// The same of a store that can be made on any actor, with what explores it.
  @usableFromInline
  func exploring(_ explore: @escaping @MainActor () throws -> ExploredRun) -> Self {
    var parts = self
    parts.explore = explore
    return parts
  }
}
