package import FlowTrace
import PlainText

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
