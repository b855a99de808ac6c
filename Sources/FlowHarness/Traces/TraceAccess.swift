public import Workloads

/// What can be done with traces of one feature, whose type the closures know.
@MainActor
@usableFromInline
package struct TraceAccess {
  /// Reads a trace in a file, to its end or its first fault.
  package let scan: (_ path: String) -> TraceScan
  /// Writes the actions of a load as a trace.
  package let record: (LoadRequest, TraceTarget) throws -> TraceRecording

  /// The access of a feature.
  ///
  /// - Parameter input: Makes the feature, with dependencies of its own.
  @usableFromInline
  init<F: Feature>(_ input: @escaping () -> TrialInput<F>) {
    scan = { TraceScan(reading: $0, for: input().feature) }
    record = { try TraceRecording(of: $0, to: $1, input) }
  }
}
