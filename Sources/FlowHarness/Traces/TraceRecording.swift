import FlowTrace
import Foundation
import Workloads

/// Where a recording goes, and how it is written.
struct TraceTarget {
  let file: URL
  let form: TraceForm
  /// What the trace calls its app.
  let app: TraceApp
  /// The seed that a person gave.
  let seed: UInt64
}

/// What was recorded.
struct TraceRecording: Equatable {
  var actionCount = 0
  /// Of the state that a plain fold ends in.
  var digest: UInt64 = 0

  /// Writes the actions that a load would send, each at the instant at which it is meant to come.
  ///
  /// The actions are made twice: what they end in stands before them.
  ///
  /// - Parameter input: Makes the feature, with dependencies of its own.
  /// - Throws: `TraceError`, or what making the source of the actions throws.
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
    let writer = try TraceFileWriter<F.Action>(
      target.file,
      header: TraceHeader(
        app: "\(target.app)", seed: target.seed, marksAnswers: true, actionCount: actionCount,
        digest: String(digest, radix: 16)),
      form: target.form)
    source = try LoadSource(request, feature: input.feature, generator: input.generator)
    while let atNs = source.next(freeNs: 0) {
      try writer.append(TracedAction(source.action(), atNs: atNs))
    }
    try writer.finish()
  }
}
