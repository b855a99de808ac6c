package import FlowTrace
import Foundation
import PlainText
import Workloads

/// The actions of a trace that a replay sends, read one by one: all but the answers of effects,
/// which the effects of the replay answer again.
struct SentActions<F: Feature> {
  /// What the trace says of itself.
  let header: TraceHeader
  /// How many actions were read, with answers: a trace is good up to there.
  private(set) var wholeCount = 0
  private var reader: TraceReader<ReplayedAction<F>>
  private let feature: F
  private let file: String
  private let app: String

  /// Reads the header.
  init(reading path: String, for feature: F) throws(TraceFault) {
    file = path
    self.feature = feature
    do throws(TraceError) {
      reader = try TraceReader(reading: URL(filePath: path, relativeTo: nil))
    } catch {
      throw .unreadable(error, app: "the app")
    }
    header = reader.header
    app = header.app ?? "the app"
  }

  /// The next action; `nil` at the end.
  mutating func next() throws(TraceFault) -> TracedAction<F.Action>? {
    while let entry = try nextEntry() {
      switch entry {
      case .state: continue
      case .restored(let state): throw .restored(file: file, after: state.after)
      case .action(let traced):
        let action = traced.action.action
        guard feature.accepts(action) else {
          throw .misfit(
            file: file, number: wholeCount + 1, app: app,
            action: String("\(action)".prefix(80)))
        }
        wholeCount += 1
        guard !traced.isAnswer else { continue }
        return TracedAction(action, atNs: traced.atNs)
      }
    }
    return nil
  }

  private mutating func nextEntry() throws(TraceFault) -> Trace<ReplayedAction<F>>.Entry? {
    do throws(TraceError) { return try reader.next() } catch {
      throw .unreadable(error, app: app)
    }
  }
}

/// An action as a trace holds it: as such, or as that of the only copy, in slot 0.
struct ReplayedAction<F: Feature>: Decodable {
  let action: F.Action

  private enum CopyKeys: String, CodingKey {
    case index, action
  }

  init(from decoder: any Decoder) throws {
    if let action = try? F.Action(from: decoder) {
      self.action = action
      return
    }
    let copy = try decoder.container(keyedBy: CopyKeys.self)
    guard try copy.decode(Int.self, forKey: .index) == 0 else {
      throw DecodingError.dataCorruptedError(
        forKey: .index, in: copy, debugDescription: "a module on its own is in slot 0")
    }
    action = try copy.decode(F.Action.self, forKey: .action)
  }
}

/// What there is in a trace, up to the first fault.
package struct TraceScan: Equatable {
  /// How many actions there are, with answers.
  package var wholeCount = 0
  /// How many of them a replay sends.
  package var sentCount = 0
  /// When the last of these was sent; `nil` if not all of them say it.
  package var lastNs: UInt64? = 0
  /// Whether nobody can tell what was sent from what effects answered.
  package var hidesAnswers = false
  /// Why it is not good beyond these actions.
  package var fault: TraceFault?

  init<F: Feature>(reading path: String, for feature: F) {
    do throws(TraceFault) {
      var actions = try SentActions(reading: path, for: feature)
      hidesAnswers = F.hasEffects && !actions.header.marksAnswers
      defer { wholeCount = actions.wholeCount }
      while let sent = try actions.next() {
        sentCount += 1
        lastNs = lastNs == nil ? nil : sent.atNs
      }
    } catch {
      fault = error
    }
  }
}

/// Why a trace cannot be replayed from some action on: where, the rule, what was found.
package enum TraceFault: Error, Equatable, CustomStringConvertible {
  /// It is not as it was written, or is of something else.
  case unreadable(TraceError, app: String)
  /// An action is none that the app could be sent.
  case misfit(file: String, number: Int, app: String, action: String)
  /// The state was replaced from outside.
  case restored(file: String, after: Int)
  /// It has fewer actions than when it was looked at first.
  case changed(file: String, actionCount: Int)

  package var description: String {
    switch self {
    case .unreadable(let error, let app):
      error.kind == .unknownAction
        ? "\(error.location): an action must be one of \(app), got \(error.found)" : "\(error)"
    case .misfit(let file, let number, let app, let action):
      "\(file): action \(number) must be for a part that \(app) has, got \(action)"
    case .restored(let file, let after):
      "\(file): no other state may be put into the store, got one after action \(after)"
    case .changed(let file, let count):
      "\(file): the trace must not change while it is replayed, got "
        + CountText.text(count, "action")
    }
  }
}
