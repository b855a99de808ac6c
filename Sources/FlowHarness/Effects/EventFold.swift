import HeapModule
import Workloads

/// What a load with effects must come to in time that jumps, without tasks and without a store: a
/// simulation by events, whose only actor is a loop.
///
/// Actions come at their instants, requests are answered when the service's line says so, and the
/// newer of two under one key takes the older one's place. It is the oracle of loads in virtual
/// time, as the plain fold is of those whose effects answer at once.
struct EventFold<F: ServedFeature> {
  /// A request in flight.
  private struct Event: Comparable {
    let endNs: UInt64
    let number: UInt64
    let key: Int?
    let outcome: ServiceReply.Outcome
    let request: F.Request

    static func < (left: Self, right: Self) -> Bool {
      (left.endNs, left.number) < (right.endNs, right.number)
    }

    static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  }

  private let feature: F
  private var state: F.State
  private var queue: ServiceQueue
  private var events: Heap<Event> = []
  /// Which request is the newest under each key, while it is in flight.
  private var newest: [Int: UInt64] = [:]
  private var result = EventFoldResult()
  /// Who sends in a closed loop.
  private var clients: ThinkingClients?

  private init(_ feature: F, _ queue: ServiceQueue, _ clients: ThinkingClients?) {
    self.feature = feature
    self.queue = queue
    self.clients = clients
    state = feature.initialState
  }

  /// What a load comes to.
  ///
  /// - Parameter feature: Without a simulated service.
  /// - Throws: What reading measured times throws.
  /// - Complexity: O(*n* log *m*) for *n* actions with at most *m* effects in flight.
  static func run(_ request: LoadRequest, _ feature: F) throws -> EventFoldResult {
    guard let service = request.service else {
      preconditionFailure("a load with effects has a service")
    }
    var fold = EventFold(
      feature,
      try ServiceQueue(
        service, seed: splitSeed(request.seed, "service"), line: request.maxQueue),
      try request.traffic.clients(seed: request.seed))
    var source = try LoadSource(
      request, feature: feature,
      generator: ActionGenerator(
        feature: feature, distribution: request.scenario.distribution, seed: request.seed))
    var number: UInt64 = 0
    while let atNs = fold.clients == nil ? source.next(freeNs: 0) : fold.nextClient() {
      fold.answer(untilNs: atNs)
      guard !fold.queue.isFull(atNs: atNs, after: 0) else {
        fold.result.dropped += 1
        continue
      }
      number += 1
      var action = source.action()
      feature.stamp(&action, LoadActionID(number: number, place: 0))
      fold.apply(action, number, atNs: atNs)
    }
    fold.answer(untilNs: .max)
    let state = fold.state
    fold.result.digest = combineSlots(feature.slotCount) {
      feature.read(.digest, state, slot: $0)
    }
    return fold.result
  }

  /// When the next client is ready, after all that ends before: who ends may be ready first.
  private mutating func nextClient() -> UInt64? {
    while let event = events.min, event.endNs <= clients?.upcoming() ?? .max {
      answer(untilNs: event.endNs)
    }
    return clients?.next()
  }

  private mutating func apply(_ action: F.Action, _ number: UInt64, atNs ns: UInt64) {
    feature.reduce(into: &state, action: action)
    guard let request = feature.request(for: action, after: state) else {
      clients?.ended(atNs: ns)
      return
    }
    result.asked += 1
    let reply = queue.reply(to: number, atNs: ns)
    let key = feature.cancellationKey(of: action)
    if let key, newest.updateValue(number, forKey: key) != nil {
      result.cancelled += 1
      clients?.ended(atNs: ns)
    }
    events.insert(
      Event(
        endNs: reply.endNs, number: number, key: key, outcome: reply.outcome, request: request))
  }

  private mutating func answer(untilNs ns: UInt64) {
    while let event = events.min, event.endNs <= ns {
      events.removeMin()
      if let key = event.key {
        // It was cancelled, and counted when it was.
        guard newest[key] == event.number else { continue }
        newest[key] = nil
      }
      switch event.outcome {
      case .failed: result.failed += 1
      case .timedOut: result.timedOut += 1
      case .answered:
        guard let action = feature.perform(event.request) else { break }
        result.answered += 1
        apply(action, event.number, atNs: event.endNs)
        continue
      }
      clients?.ended(atNs: event.endNs)
    }
  }
}

/// What an event fold comes to.
package struct EventFoldResult: Equatable {
  var asked = 0
  var answered = 0
  var failed = 0
  var timedOut = 0
  var cancelled = 0
  /// Actions that came to a full line.
  var dropped = 0
  /// Of the state at the end.
  package var digest: UInt64 = 0

  package init(
    asked: Int = 0, answered: Int = 0, failed: Int = 0, timedOut: Int = 0, cancelled: Int = 0,
    dropped: Int = 0, digest: UInt64 = 0
  ) {
    self.asked = asked
    self.answered = answered
    self.failed = failed
    self.timedOut = timedOut
    self.cancelled = cancelled
    self.dropped = dropped
    self.digest = digest
  }
}
