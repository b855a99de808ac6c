package import FlowTrace
import Foundation
import PlainText
import Workloads

/// The actions of a trace that a replay sends: all but the answers of effects, which the effects of
/// the replay answer again.
struct SentActions<F: Feature> {
  let header: TraceHeader
  /// The number of actions before the first fault, with answers.
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

  /// Returns the next action; `nil` at the end.
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

/// An action of a trace, either as such or as that of the only copy, in slot 0.
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

/// The contents of a trace up to the first fault.
package struct TraceScan: Equatable {
  /// The number of actions, with answers.
  package var wholeCount = 0
  /// The number of actions that a replay sends.
  package var sentCount = 0
  /// The time of the last one that is sent; `nil` if times are missing.
  package var lastNs: UInt64? = 0
  /// A Boolean value that indicates whether the trace does not mark answers of effects.
  package var hidesAnswers = false
  /// The fault that ends the trace.
  package var fault: TraceFault?

  // Not specialised for each feature: the code is long, and decoding dominates its time.
  @_semantics("optimize.sil.specialize.generic.never")
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

/// The reason why a trace cannot be replayed beyond some action.
package enum TraceFault: Error, Equatable, CustomStringConvertible {
  /// The file is damaged, or no trace.
  case unreadable(TraceError, app: String)
  /// The app cannot receive an action.
  case misfit(file: String, number: Int, app: String, action: String)
  /// The state was replaced from outside.
  case restored(file: String, after: Int)
  /// The file has fewer actions than when it was scanned.
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
