import Workloads

extension ActionBatch {
  /// Hands the rest of the stream to a load; nothing can be refilled after that.
  ///
  /// - Returns: The load, in memory of its own, since a captured variable would be guarded at each
  ///   access; for `end()` to give back.
  /// - Throws: What making the source of the load's actions throws.
  @usableFromInline
  @MainActor
  func loadState(_ job: LoadJob) throws -> UnsafeMutablePointer<LoadState<F>> {
    let source = try LoadSource(job.request, feature: feature, generator: generator, ends: job.ends)
    let state = UnsafeMutablePointer<LoadState<F>>.allocate(capacity: 1)
    state.initialize(to: LoadState(job, source))
    return state
  }
}
