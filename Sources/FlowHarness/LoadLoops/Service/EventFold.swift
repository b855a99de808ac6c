import HeapModule
import Workloads

/// The oracle of a load with effects in virtual time: a simulation by events, without tasks and
/// without a store.
///
/// The newer of two requests under one key replaces the older one.
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
  /// The newest request in flight under each key.
  private var newest: [Int: UInt64] = [:]
  private var result = EventFoldResult()
  /// The users who wait for the ends of their actions, by the number of the action.
  private var crowd: UserSimulation<F>?
  private var waiting: [UInt64: WaitingUser] = [:]

  private init(_ feature: F, _ queue: ServiceQueue) {
    self.feature = feature
    self.queue = queue
    state = feature.initialState
  }

  /// Simulates a load.
  ///
  /// - Parameter feature: The feature without a simulated service.
  /// - Complexity: O(*n* log *m*) for *n* actions with at most *m* effects in flight.
  static func run(_ request: LoadRequest, _ feature: F) throws -> EventFoldResult {
    guard let service = request.load.service else {
      preconditionFailure("a load with effects has a service")
    }
    var fold = EventFold(
      feature,
      try ServiceQueue(
        service, seed: splitSeed(request.seed, "service"), line: request.load.maxQueue))
    var source = try LoadSource(
      request, feature: feature,
      generator: ActionGenerator(
        feature: feature, distribution: request.scenario.distribution, seed: request.seed))
    var number: UInt64 = 0
    fold.crowd = source.crowd.take()
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

  /// Returns the time of the next action.
  private mutating func next(of source: inout LoadSource<F>, number: UInt64) -> UInt64? {
    guard crowd != nil else { return source.next(freeNs: 0) }
    while true {
      let firstNs = crowd?.upcoming()
      if let event = events.min, event.endNs <= firstNs ?? .max {
        answer(untilNs: event.endNs)
        continue
      }
      guard let firstNs else { return nil }
      // A user who leaves at that time does not act.
      guard let next = crowd?.next(notAfter: firstNs) else { continue }
      waiting[number] = next.user
      source.upcoming = next.action
      return next.atNs
    }
  }

  /// Ends an action, so that its user continues.
  private mutating func end(_ number: UInt64, atNs ns: UInt64) {
    guard let user = waiting.removeValue(forKey: number) else { return }
    crowd?.ended(user, atNs: ns)
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
        // A cancelled request was counted at its cancellation.
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
      end(event.number, atNs: event.endNs)
    }
  }
}

/// The counts and the final state of an event fold.
package struct EventFoldResult: Equatable {
  var asked = 0
  var answered = 0
  var failed = 0
  var timedOut = 0
  var cancelled = 0
  /// The number of actions that found the queue full.
  var dropped = 0
  /// The digest of the final state.
  package var digest: UInt64 = 0

  package init(
    asked: Int = 0, answered: Int = 0, failed: Int = 0, timedOut: Int = 0,
    cancelled: Int = 0, dropped: Int = 0, digest: UInt64 = 0
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
