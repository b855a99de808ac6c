public import FlowTrace
import Foundation
import PlainText
public import Workloads

/// A recorded trace that is replayed.
package struct TraceReplay: Codable, Equatable {
  /// The path of the file.
  package var path: String
  /// The multiple of the recorded speed; `nil` if each action follows the end of the last.
  package var speed: Double?
  /// The number of actions that are sent: all but answers of effects, up to the first fault.
  package var sentCount: Int
  /// The time of the last one in nanoseconds since the start of the trace; `nil` if it is not
  /// recorded.
  package var lastNs: UInt64?
  /// The recorded digest of the final state; `nil` if there is none, or if the trace is damaged.
  package var digest: UInt64?

  package init(
    path: String, speed: Double? = nil, sentCount: Int, lastNs: UInt64? = nil,
    digest: UInt64? = nil
  ) {
    self.path = path
    self.speed = speed
    self.sentCount = sentCount
    self.lastNs = lastNs
    self.digest = digest
  }

  /// The name of a speed without pauses.
  package static let asFastAsPossible = "as-fast-as-possible"

  /// The time during which actions arrive.
  package var durationNs: UInt64 {
    guard let speed, let lastNs else { return 1 }
    return min(Self.scaled(lastNs, by: speed), .max - 1) + 1
  }

  /// Returns a time of the trace as a time of the replay.
  static func scaled(_ ns: UInt64, by speed: Double) -> UInt64 {
    speed == 1 ? ns : UInt64(exactly: (Double(ns) / speed).rounded()) ?? .max
  }
}

extension TraceReplay: CustomStringConvertible {
  /// The trace as text without spaces, equal for equal replays.
  package var description: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let speed = speed.map { "x\($0)" } ?? Self.asFastAsPossible
    return "trace:\(name.replacing(" ", with: "-")):\(speed)"
  }
}

/// The actions of a trace, in memory, with the times of the replay.
@usableFromInline
struct ReplaySource<F: Feature> {
  @usableFromInline var actions: [TracedAction<F.Action>] = []
  @usableFromInline var position = 0
  /// A Boolean value that indicates whether actions keep their times; otherwise each follows the
  /// last.
  @usableFromInline let isTimed: Bool

  /// Reads the actions of a trace that was scanned before.
  ///
  /// - Throws: `TraceFault` if the file has changed.
  /// - Complexity: O(*n*) in time and memory.
  init(_ trace: TraceReplay, for feature: F) throws(TraceFault) {
    isTimed = trace.speed != nil
    let read = ReplayedActions(reading: trace.path, for: feature)
    guard read.sent.count >= trace.sentCount else {
      throw read.scan.fault ?? .changed(file: trace.path, actionCount: read.sent.count)
    }
    actions = read.sent.prefix(trace.sentCount).map { action in
      var action = action
      action.atNs = trace.speed.map { TraceReplay.scaled(action.atNs ?? 0, by: $0) }
      return action
    }
  }

  /// Returns the intended start of the next action; `nil` after the last.
  ///
  /// - Parameter freeNs: The end of the last action.
  @inlinable
  func next(freeNs: UInt64) -> UInt64? {
    guard position < actions.count else { return nil }
    return isTimed ? actions[position].atNs : freeNs
  }

  /// Removes the next action.
  @inlinable
  mutating func action() -> F.Action {
    defer { position += 1 }
    return actions[position].action
  }

  /// The number of remaining actions.
  @inlinable var count: Int { actions.count - position }
}

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

extension TraceReplay {
  /// Returns a replay of the first actions, at this mean rate per second if their times are recorded.
  ///
  /// - Complexity: O(*n*) in time.
  package func beginning(_ count: Int, rate: Double) -> TraceReplay {
    var part = TraceReplay(
      path: path, speed: lastNs == nil ? nil : 1, sentCount: min(count, sentCount))
    let next = part.instants()
    while let ns = next() { part.lastNs = ns }
    if let lastNs = part.lastNs, lastNs > 0 {
      part.speed = Double(lastNs) / 1e9 * rate / Double(part.sentCount)
    }
    return part
  }

  /// Returns the instants of the actions; none if they depend on the store.
  func instants() -> ArrivalInstants {
    guard let speed, var reader = try? TraceReader<IgnoredAction>(reading: URL(filePath: path))
    else { return { nil } }
    var left = sentCount
    return {
      while left > 0, let entry = try? reader.next() {
        guard case .action(let traced) = entry, !traced.isAnswer else { continue }
        left -= 1
        return Self.scaled(traced.atNs ?? 0, by: speed)
      }
      return nil
    }
  }
}

/// An action of any type, which is not decoded.
package struct IgnoredAction: Decodable {
  package init(from decoder: any Decoder) {}
}
