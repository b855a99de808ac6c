import HeapModule
import Workloads

/// What a load with effects must come to in time that jumps, without tasks and without a store: a
/// simulation by events, whose only actor is a loop.
///
/// Actions come at their instants, requests are answered when the service's line says so, and the
/// newer of two under one key takes the older one's place. It is the oracle of loads in virtual
/// time, as the plain fold is of those whose effects answer at once.
struct EventFold<F: ServedFeature>: ~Copyable {
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
  /// Who sends where users wait for the ends of their actions, and who waits for which action.
  private var crowd: Crowd<F>?
  private var waiting: [UInt64: WaitingUser] = [:]

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
    if source.waits { fold.crowd = source.crowd.take() }
    while let atNs = fold.next(of: &source, number: number + 1) {
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

  /// When the next one sends.
  private mutating func next(of source: inout LoadSource<F>, number: UInt64) -> UInt64? {
    guard crowd != nil else { return clients == nil ? source.next(freeNs: 0) : nextClient() }
    while true {
      let firstNs = crowd?.upcoming()
      if let event = events.min, event.endNs <= firstNs ?? .max {
        answer(untilNs: event.endNs)
        continue
      }
      guard let firstNs else { return nil }
      // Who goes away at that time does not act.
      guard let next = crowd?.nextWaiting(notAfter: firstNs) else { continue }
      waiting[number] = next.user
      source.upcoming = next.action
      return next.atNs
    }
  }

  /// An action has ended: whoever has sent it goes on.
  private mutating func end(_ number: UInt64, atNs ns: UInt64, hasReneged: Bool = false) {
    clients?.ended(atNs: ns)
    guard let user = waiting.removeValue(forKey: number) else { return }
    if hasReneged {
      crowd?.reneged(user, atNs: ns)
    } else {
      crowd?.ended(user, atNs: ns)
    }
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
      end(number, atNs: ns)
      return
    }
    result.asked += 1
    let reply = queue.reply(to: number, atNs: ns)
    let key = feature.cancellationKey(of: action)
    if let key, let older = newest.updateValue(number, forKey: key) {
      result.cancelled += 1
      end(older, atNs: ns)
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
      case .reneged: result.reneged += 1
      case .answered:
        guard let action = feature.perform(event.request) else { break }
        result.answered += 1
        apply(action, event.number, atNs: event.endNs)
        continue
      }
      end(event.number, atNs: event.endNs, hasReneged: event.outcome == .reneged)
    }
  }
}

/// What an event fold comes to.
package struct EventFoldResult: Equatable {
  var asked = 0
  var answered = 0
  var failed = 0
  var timedOut = 0
  var reneged = 0
  var cancelled = 0
  /// Actions that came to a full line.
  var dropped = 0
  /// Of the state at the end.
  package var digest: UInt64 = 0

  package init(
    asked: Int = 0, answered: Int = 0, failed: Int = 0, timedOut: Int = 0, reneged: Int = 0,
    cancelled: Int = 0, dropped: Int = 0, digest: UInt64 = 0
  ) {
    self.asked = asked
    self.answered = answered
    self.failed = failed
    self.timedOut = timedOut
    self.reneged = reneged
    self.cancelled = cancelled
    self.dropped = dropped
    self.digest = digest
  }
}
