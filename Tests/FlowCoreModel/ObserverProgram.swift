/// What observers of one store do to it and to each other, outside of notifications and within them.
package struct ObserverProgram: Sendable {
  /// Whether the reducer says what its actions may change.
  var isDeclaring: Bool
  var steps: [ObserverStep]

  package init(isDeclaring: Bool, steps: [ObserverStep]) {
    self.isDeclaring = isDeclaring
    self.steps = steps
  }

  /// The program as Swift.
  package var source: String {
    String(reflecting: self).split(separator: "FlowCoreModel.").joined()
  }
}

/// Somebody who observes.
package struct Watcher: Hashable, Sendable {
  /// How it observes.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Subscribes to the first of its parts.
    case subscriber
    /// A closure that reads its parts; it passes over the one behind a part of which the value is odd.
    case reader
    /// Reads its parts, as a reader, while Observation tracks it; once.
    case tracking
    /// Iterates over the states of the first of its parts.
    case stream
  }

  var kind: Kind
  var parts: [PanelPart]
  /// What it does when it is called for the first time, the second time, …
  var reactions: [[ObserverStep]]

  package init(_ kind: Kind, of parts: [PanelPart], reactions: [[ObserverStep]] = []) {
    self.kind = kind
    self.parts = parts
    self.reactions = reactions
  }

  /// Reads its parts: those that come behind an odd value are passed over.
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

/// One thing that is done.
package indirect enum ObserverStep: Hashable, Sendable {
  case send([PanelAction], isBatch: Bool)
  case watch(Watcher)
  /// Ends what watches, counted from the first that ever came.
  case end(Int)
  /// Ends all that watch, in their order.
  case endAll
  /// Reads, while nobody is tracked.
  case read(PanelPart)
  /// Does something while the state is lent.
  case lend([ObserverStep])
  /// Puts another state in place: what actions make of a new one.
  case restore([PanelAction])
}

/// What is noticed, in order.
enum ObserverEvent: Hashable, Sendable {
  /// A subscriber was notified of a value.
  case notified(Int, Int)
  /// A reader has read.
  case ran(Int, [Int?])
  /// A tracking was notified that what it read is out of date.
  case outdated(Int)
  case read(PanelPart, Int?)
}

/// What came of one step.
struct ObserverStepTrace: Equatable, Sendable {
  var events: [ObserverEvent] = []
  /// What code of the parts noticed; the model has none.
  var faults: [String] = []
  /// How many parts are observed, and how many the store remembers.
  var open = 0
  var remembered = 0
}

/// What came of a program.
struct ObserverTrace: Equatable, Sendable {
  var steps: [ObserverStepTrace] = []
  /// What each stream that lasted was given.
  var streams: [Int: [Int]] = [:]
}

/// Who may read for Observation at present, so that what happens is certain: of several whom one part
/// notifies, nobody knows who is the first; and what is read within the reading of another is read for
/// that, too.
struct TrackingRules {
  /// What trackings have read that were not notified yet.
  private var values: [Int: [PanelPart: Int?]] = [:]
  /// How many are reading.
  private var readings = 0

  /// Whether nobody is reading for Observation.
  var isFree: Bool { readings == 0 }

  /// Whether a part may be read: nobody waits for it, or for whether it is there, or is notified by the
  /// reading.
  func mayRead(_ part: PanelPart, in state: Panel, isHandling: Bool) -> Bool {
    values.values.allSatisfy { read in
      let shared = [part.presence, part].compactMap { $0 }.filter { read[$0] != nil }
      return shared.isEmpty
        || isHandling
          && shared.contains { !$0.isComparable || read[$0] != .some(state.value(of: $0)) }
    }
  }

  /// Whether somebody may begin to observe: what is asked for a scope within the reading of another is
  /// asked for that, too.
  func mayWatch(_ watcher: Watcher) -> Bool {
    switch watcher.kind {
    case .tracking: isFree
    case .subscriber, .stream: isFree || watcher.parts.first?.presence == nil
    case .reader: true
    }
  }

  mutating func begin() { readings += 1 }

  /// A tracking has read.
  mutating func end(_ number: Int, read: [PanelPart: Int?]) {
    readings -= 1
    values[number] = read
  }

  /// A tracking is notified; whether it is for the first time.
  mutating func notify(_ number: Int) -> Bool { values.removeValue(forKey: number) != nil }
}
