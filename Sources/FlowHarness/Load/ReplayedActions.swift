package import FlowTrace
import Foundation
import PlainText
import Workloads

/// The actions of a trace that a replay sends: all but the answers of effects, which the effects of
/// the replay answer again.
struct ReplayedActions<F: Feature> {
  private(set) var sent: [TracedAction<F.Action>] = []
  private(set) var scan = TraceScan()

  /// Reads a trace to its end or its first fault.
  ///
  /// - Complexity: O(*n*) in time and memory.
  // Not specialised for each feature: the code is long, and decoding dominates its time.
  @_semantics("optimize.sil.specialize.generic.never")
  init(reading path: String, for feature: F) {
    var app = "the app"
    do {
      let reader = try TraceReader<ReplayedAction<F>>(reading: URL(filePath: path, relativeTo: nil))
      app = reader.header.app ?? app
      scan.hidesAnswers = F.hasEffects && !reader.header.marksAnswers
      try read(reader, path, app, feature)
    } catch let error as TraceError {
      scan.fault = .unreadable(error, app: app)
    } catch {
      scan.fault = error as? TraceFault
    }
  }

  private mutating func read(
    _ reader: TraceReader<ReplayedAction<F>>, _ path: String, _ app: String, _ feature: F
  ) throws {
    var reader = reader
    while let entry = try reader.next() {
      switch entry {
      case .state: continue
      case .restored(let state): throw TraceFault.restored(file: path, after: state.after)
      case .action(let traced):
        let action = traced.action.action
        guard feature.accepts(action) else {
          throw TraceFault.misfit(
            file: path, number: scan.wholeCount + 1, app: app,
            action: String("\(action)".prefix(80)))
        }
        scan.wholeCount += 1
        guard !traced.isAnswer else { continue }
        scan.sentCount += 1
        scan.lastNs = scan.lastNs == nil ? nil : traced.atNs
        sent.append(TracedAction(action, atNs: traced.atNs))
      }
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
@usableFromInline
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
