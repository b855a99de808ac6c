import Workloads

extension ActionBatch {
  /// Hands the rest of the stream to a load; nothing can be refilled after that.
  ///
  /// - Returns: The load, in memory of its own, since a captured variable would be guarded at each
  ///   access; for `end()` to give back.
  /// - Throws: What making the source of the load's actions throws.
  @usableFromInline
  @MainActor
  func course(_ job: LoadJob) throws -> UnsafeMutablePointer<LoadCourse<F>> {
    let source = try LoadSource(job.request, feature: feature, generator: generator)
    let course = UnsafeMutablePointer<LoadCourse<F>>.allocate(capacity: 1)
    course.initialize(to: LoadCourse(job, source))
    return course
  }
}
