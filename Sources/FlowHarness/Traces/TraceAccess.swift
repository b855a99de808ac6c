public import Workloads

/// Reads and writes traces of one feature.
@MainActor
@usableFromInline
package struct TraceAccess {
  /// Reads a trace file to its end or its first fault.
  package let scan: (_ path: String) -> TraceScan
  /// Writes the actions of a load as a trace.
  package let record: (LoadRequest, TraceTarget) throws -> TraceRecording

  /// - Parameter input: Creates the feature with services of its own.
  @usableFromInline
  init<F: Feature>(_ input: @escaping () -> TrialInput<F>) {
    scan = { TraceScan(reading: $0, for: input().feature) }
    record = { try TraceRecording(of: $0, to: $1, input) }
  }
}
