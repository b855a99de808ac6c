import Workloads

/// What a trial drives, with its types erased: once for each batch, never for each action.
///
/// Closures and not a protocol: a closure made where the store's type is known is compiled for that
/// type, loop and all; a method reached through an existential of a generic class is not, and cost
/// 300 ns an action.
@MainActor
@usableFromInline
package struct TrialSubject {
  /// The most actions one batch can hold.
  package let capacity: Int
  /// Whether `send` can return before all is done, so that its own time is worth measuring.
  package let sendsEarly: Bool
  /// The views that watch, if any.
  package let views: ViewHub?
  /// What is measured are multiples of so many actions; see `Feature.period`.
  package let period: Int
  /// Replaces the batch by the next actions of the stream, as many as it is given.
  package let refill: @MainActor (Int) -> Void
  /// Sends the batch; times each send apart when asked to.
  package let drive: @MainActor (_ timeSends: Bool, Meters) async -> BatchReading
  /// Sends the next actions of the stream as a load asks for them.
  package let driveLoad: @MainActor (LoadJob) async throws -> LoadResult
  /// The digest of the whole state.
  package let digest: @MainActor () async -> UInt64
  /// The store an action at a time, for whoever verifies it; `nil` where nobody does.
  package let steps: StoreSteps?

  @usableFromInline
  init(
    capacity: Int, sendsEarly: Bool, views: ViewHub?, period: Int = 1,
    refill: @escaping @MainActor (Int) -> Void,
    drive: @escaping @MainActor (_ timeSends: Bool, Meters) async -> BatchReading,
    driveLoad: @escaping @MainActor (LoadJob) async throws -> LoadResult,
    digest: @escaping @MainActor () async -> UInt64, steps: StoreSteps? = nil
  ) {
    self.capacity = capacity
    self.sendsEarly = sendsEarly
    self.views = views
    self.period = period
    self.refill = refill
    self.drive = drive
    self.driveLoad = driveLoad
    self.digest = digest
    self.steps = steps
  }
}
