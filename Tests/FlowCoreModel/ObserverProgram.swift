/// Operations of the observers of one store, within notifications and outside.
package struct ObserverProgram: Sendable {
  /// A Boolean value that indicates whether the reducer declares regions.
  var isDeclaring: Bool
  var steps: [ObserverStep]

  package init(isDeclaring: Bool, steps: [ObserverStep]) {
    self.isDeclaring = isDeclaring
    self.steps = steps
  }

  /// The program as source code.
  package var source: String {
    String(reflecting: self).split(separator: "FlowCoreModel.").joined()
  }
}

/// An observer.
package struct Watcher: Hashable, Sendable {
  /// The kind of an observer.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Subscribes to its first part.
    case subscriber
    /// A closure that reads its parts, but skips a part after an odd value.
    case reader
    /// Reads its parts like a reader, once, while Observation tracks it, and then performs the
    /// operations within the tracked body.
    case tracking
    /// Iterates over the states of its first part.
    case stream
  }

  var kind: Kind
  var parts: [PanelPart]
  /// The operations within the body of a tracked read.
  var within: [ObserverStep]
  /// The operations at its first call, its second call, and so on.
  var reactions: [[ObserverStep]]

  package init(
    _ kind: Kind, of parts: [PanelPart], within: [ObserverStep] = [],
    reactions: [[ObserverStep]] = []
  ) {
    self.kind = kind
    self.parts = parts
    self.within = within
    self.reactions = reactions
  }

  /// Reads the parts, but skips a part after an odd value.
  func readAll(_ read: (PanelPart) -> Int?) -> [Int?] {
    var values: [Int?] = []
    var isOdd = false
    for part in parts {
      if isOdd {
        isOdd = false
        continue
      }
      let value = read(part)
      values.append(value)
      isOdd = value.map { $0 & 1 == 1 } ?? false
    }
    return values
  }
}

/// An operation.
package indirect enum ObserverStep: Hashable, Sendable {
  case send([PanelAction], isBatch: Bool)
  case watch(Watcher)
  /// Ends the observer with a number, in the order of creation.
  case end(Int)
  /// Ends all observers in order.
  case endAll
  /// Reads a part without tracking.
  case read(PanelPart)
  /// Performs operations within `withState`.
  case lend([ObserverStep])
  /// Restores the state that actions make of a new one.
  case restore([PanelAction])
}

/// An event.
enum ObserverEvent: Hashable, Sendable {
  /// A subscriber was notified of a value.
  case notified(Int, Int)
  /// A reader has read its parts.
  case ran(Int, [Int?])
  /// A tracked read was notified.
  case outdated(Int)
  case read(PanelPart, Int?)
}

/// The result of a step.
struct ObserverStepTrace: Equatable, Sendable {
  var events: [ObserverEvent] = []
  /// The faults of user code; the model has none.
  var faults: [String] = []
  /// The numbers of open and of all observers.
  var open = 0
  var remembered = 0
}

/// The result of a program.
struct ObserverTrace: Equatable, Sendable {
  var steps: [ObserverStepTrace] = []
  /// The values of each stream that remained.
  var streams: [Int: [Int]] = [:]
}

/// The rules for reads that Observation tracks, so that results are deterministic: the order in
/// which the readers of one part are notified is unspecified, and nested reads also belong to the
/// outer one.
struct TrackingRules {
  /// The values of tracked reads that were not notified yet.
  private var values: [Int: [PanelPart: Int?]] = [:]
  /// The number of active reads.
  private var readings = 0

  var isFree: Bool { readings == 0 }

  /// Returns whether a part may be read: no tracked read waits for it or its presence, unless the
  /// read notifies it.
  func mayRead(_ part: PanelPart, in state: Panel, isHandling: Bool) -> Bool {
    values.values.allSatisfy { read in
      let shared = [part.presence, part].compactMap { $0 }.filter { read[$0] != nil }
      return shared.isEmpty
        || isHandling
          && shared.contains { !$0.isComparable || read[$0] != .some(state.value(of: $0)) }
    }
  }

  /// Returns whether an observer may start. Presences within a tracked read also belong to that
  /// read.
  func mayWatch(_ watcher: Watcher) -> Bool {
    switch watcher.kind {
    case .tracking: isFree
    case .subscriber, .stream: isFree || watcher.parts.first?.presence == nil
    case .reader: true
    }
  }

  mutating func begin() { readings += 1 }

  /// Ends a tracked read, whose body may have changed the parts.
  mutating func end(_ number: Int, read parts: Set<PanelPart>, in state: Panel) {
    readings -= 1
    values[number] = [:]
    for part in parts { values[number]?[part] = .some(state.value(of: part)) }
  }

  /// Removes a tracked read; returns whether this is its first notification.
  mutating func notify(_ number: Int) -> Bool { values.removeValue(forKey: number) != nil }
}
