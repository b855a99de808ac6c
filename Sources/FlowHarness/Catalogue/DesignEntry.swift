import Workloads

/// A design with a workload, without their types.
@usableFromInline
package struct DesignEntry {
  /// Returns the trial of a scenario; `nil` if the design does not support it.
  let trial: @MainActor (Scenario) -> Trial?
  /// Returns trials of a scenario whose reductions are logged; none if its types are fixed.
  let recorded: @MainActor (TrialContext) -> [RecordedParts]
  /// The loads with a service; `nil` for a workload whose effects do not call one.
  let effects: Effects?
  /// Returns the expected results; `nil`: those of the workload.
  let fold: (@MainActor (TrialContext) -> FoldParts)?

  @usableFromInline
  init(
    trial: @escaping @MainActor (Scenario) -> Trial?,
    recorded: @escaping @MainActor (TrialContext) -> [RecordedParts] = { _ in [] },
    effects: Effects? = nil, fold: (@MainActor (TrialContext) -> FoldParts)? = nil
  ) {
    self.trial = trial
    self.recorded = recorded
    self.effects = effects
    self.fold = fold
  }

  /// A trial whose stores can be created.
  @usableFromInline
  struct Trial {
    /// The way in which the stores notify their readers of a change.
    let notification: NotificationStyle
    let subject: @MainActor (TrialContext) -> TrialSubject
  }

  /// The loads of a workload whose effects call a service.
  @usableFromInline
  struct Effects {
    /// A Boolean value that indicates whether a newer request of the workload cancels an older one.
    let hasCancellation: Bool
    /// Returns the load of a scenario; `nil` if the design does not support it.
    let load: @MainActor (Scenario) -> EffectLoad?

    @usableFromInline
    init(hasCancellation: Bool, load: @escaping @MainActor (Scenario) -> EffectLoad?) {
      self.hasCancellation = hasCancellation
      self.load = load
    }
  }

  /// A load whose stores can be created.
  @usableFromInline
  package struct EffectLoad {
    /// A Boolean value that indicates whether its stores can be created on any actor.
    package let supportsVirtualTime: Bool
    let parts: @MainActor (LoadRequest) -> EffectParts
  }
}

/// The driver of a load with effects, and its expected results.
@MainActor
@usableFromInline
package struct EffectParts {
  /// Drives a new store until all effects have ended; returns the digest of its state and the
  /// number of actions that were not sent.
  package let drive: @MainActor (EffectJob) async throws -> EffectEnd
  package let oracle: LoadOracle
  /// Drives a new store by the interleaving that the request's seed determines; `nil` if it is
  /// bound to the main actor.
  package let explore: (@MainActor () throws -> ExploredRun)?
  /// Returns the result of the load in virtual time.
  package let fold: () throws -> EventFoldResult
  /// Checks the events of the load and the state at its end.
  package let check: ([EffectEvent], _ digest: UInt64) throws -> InterleavingFindings
}
