import FlowTrace
package import Foundation
import Workloads

/// The file of a recorded trace.
package struct TraceTarget {
  package let file: URL
  /// The name of the app in the trace.
  package let app: String
  /// The seed of the recording.
  let seed: UInt64

  package init(file: URL, app: String, seed: UInt64) {
    self.file = file
    self.app = app
    self.seed = seed
  }
}

/// The number of actions and the final state of a recorded trace.
package struct TraceRecording: Equatable {
  package var actionCount = 0
  /// The digest of the final state of a plain fold.
  package var digest: UInt64 = 0

  /// Writes the actions of a load, each at its intended start.
  ///
  /// The actions are generated twice, because the final state is written before them.
  ///
  /// - Parameter input: Creates the feature with services of its own.
  /// - Throws: `TraceError`, or an error of the source of the actions.
  // Not specialised for each feature: the code is long, and encoding dominates its time.
  @_semantics("optimize.sil.specialize.generic.never")
  init<F: Feature>(
    of request: LoadRequest, to target: TraceTarget, _ input: () -> TrialInput<F>
  ) throws {
    let input = input()
    var fold = Floor(input.feature)
    var source = try LoadSource(request, feature: input.feature, generator: input.generator)
    while source.next(freeNs: 0) != nil {
      fold.send(source.action())
      actionCount += 1
    }
    digest = fold.digest
    source = try LoadSource(request, feature: input.feature, generator: input.generator)
    let header = TraceHeader(
      app: target.app, seed: target.seed, marksAnswers: true, actionCount: actionCount,
      digest: String(digest, radix: 16))
    try Self.write(header, to: target) {
      source.next(freeNs: 0).map { TracedAction(source.action(), atNs: $0) }
    }
  }

  /// Writes a trace of the actions that `next` returns before its first `nil`.
  @_semantics("optimize.sil.specialize.generic.never")
  private static func write<Action: Encodable>(
    _ header: TraceHeader, to target: TraceTarget, _ next: () -> TracedAction<Action>?
  ) throws {
    let writer = try TraceFileWriter<Action>(target.file, header: header)
    while let traced = next() { try writer.append(traced) }
    try writer.finish()
  }
}
