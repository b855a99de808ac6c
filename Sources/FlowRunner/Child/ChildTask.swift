import FlowHarness
import Foundation

/// What a process of this program does for another one of it: it is given a request, emits how far
/// it is, and ends with an outcome.
///
/// Both sides are named here, so that neither can be changed without the other: the parent runs it by
/// `ChildProcess.run(_:_:step:)`, the child by `serve(_:catalogue:emit:)`.
protocol ChildTask: SendableMetatype {
  /// What is asked, on the child's standard input.
  associatedtype Request: Codable & Sendable
  /// What is emitted on the way; `Never` where nothing is.
  associatedtype Step: Codable & Sendable
  /// What comes of it.
  associatedtype Outcome: Codable & Equatable & Sendable

  /// What `child` is given to do it.
  static var name: String { get }

  /// Does it, in the child.
  ///
  /// - Parameter step: Takes what is emitted; may be called from several threads, one at a time.
  /// - Throws: `CatalogueGap` when the catalogue lacks what is asked for, and whatever else makes an
  ///   outcome impossible.
  @MainActor
  static func perform(
    _ request: Request, catalogue: Catalogue, step: @escaping @Sendable (Step) -> Void
  ) async throws -> Outcome
}

/// What a child says, a line of JSON each.
enum ChildMessage<Step: Codable & Sendable, Outcome: Codable & Sendable>: Codable, Sendable {
  /// How far it is.
  case step(Step)
  /// What came of it: the last line.
  case ended(Outcome)
  /// Its catalogue lacks what it was asked for: the last line.
  case gap(CatalogueGap)

  /// As a line without its end.
  ///
  /// - Throws: What the encoder throws.
  func line() throws -> String {
    String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
  }
}

extension ChildTask {
  typealias Message = ChildMessage<Step, Outcome>

  /// Does what `json` asks for, and says each step and the end of it.
  ///
  /// - Parameter emit: Takes a line.
  /// - Throws: `DecodingError` for anything that is not a request, what the task throws but for a gap,
  ///   and what the encoder throws.
  @MainActor
  static func serve(
    _ json: Data, catalogue: Catalogue, emit: @escaping @Sendable (String) -> Void
  ) async throws {
    let request = try JSONDecoder().decode(Request.self, from: json)
    let last: Message
    do {
      last = .ended(
        try await perform(request, catalogue: catalogue) { step in
          guard let line = try? Message.step(step).line() else { return }
          emit(line)
        })
    } catch let gap as CatalogueGap {
      last = .gap(gap)
    }
    emit(try last.line())
  }
}
