package import FlowTrace
package import Foundation
import Workloads

/// Where a recording goes, and how it is written.
package struct TraceTarget {
  package let file: URL
  let form: TraceForm
  /// What the trace calls its app.
  package let app: String
  /// The seed that a person gave.
  let seed: UInt64

  package init(file: URL, form: TraceForm, app: String, seed: UInt64) {
    self.file = file
    self.form = form
    self.app = app
    self.seed = seed
  }
}

/// What a finished recording holds.
package struct TraceRecording: Equatable {
  package var actionCount = 0
  /// Of the state that a plain fold ends in.
  package var digest: UInt64 = 0

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
    source = try LoadSource(request, feature: input.feature, generator: input.generator)
    let header = TraceHeader(
      app: target.app, seed: target.seed, marksAnswers: true, actionCount: actionCount,
      digest: String(digest, radix: 16))
    try Self.write(header, to: target) {
      source.next(freeNs: 0).map { TracedAction(source.action(), atNs: $0) }
    }
  }

  /// Writes a trace of what `next` makes, up to its first `nil`.
  ///
  /// Compiled once and for no app again: it is long, and an action takes as long to encode.
  @_semantics("optimize.sil.specialize.generic.never")
  private static func write<Action: Encodable>(
    _ header: TraceHeader, to target: TraceTarget, _ next: () -> TracedAction<Action>?
  ) throws {
    let writer = try TraceFileWriter<Action>(target.file, header: header, form: target.form)
    while let traced = next() { try writer.append(traced) }
    try writer.finish()
  }
}
