package import FlowTesting
import Measurement

/// One load with effects that take time, as a catalogue's entry is given it.
@usableFromInline
package struct EffectJob {
  @usableFromInline let request: LoadRequest
  @usableFromInline let service: EffectService
  /// Where it happens, if not in real time on the main actor.
  let time: VirtualTime?

  package init(request: LoadRequest, service: EffectService, time: VirtualTime?) {
    self.request = request
    self.service = service
    self.time = time
  }

  /// Runs a load where it happens.
  @MainActor
  @usableFromInline
  func run(
    _ body: @escaping @Sendable (isolated any Actor) async throws -> EffectEnd
  ) async throws -> EffectEnd {
    guard let time else { return try await body(MainActor.shared) }
    return try time.run { actor in try await body(actor) }
  }
}

/// How a load with effects ended.
@usableFromInline
package struct EffectEnd: Sendable {
  package var digest: UInt64
  package var unsent: Int

  @usableFromInline
  init(digest: UInt64, unsent: Int) {
    self.digest = digest
    self.unsent = unsent
  }
}
