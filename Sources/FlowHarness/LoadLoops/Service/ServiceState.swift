import Measurement
import Platform
public import Workloads

/// The accounts of a simulated service.
// Unchecked because the service accesses it under a lock.
struct ServiceState: @unchecked Sendable {
  /// The account of an action in progress.
  private struct Account {
    var number: UInt64 = 0
    var intendedNs: UInt64 = 0
    var startedNs: UInt64 = 0
    /// The last known time before it at which the sender was free.
    var freeNs: UInt64 = 0
    var cancelledNs: UInt64?
  }

  private var accounts: [Account] = []
  private var closed: [UInt32] = []
  private var queue: ServiceQueue
  /// The users who wait for the ends of their actions.
  var users: UsersInService?
  /// The sending loop while it waits.
  private var sleeper: Sleeper?
  /// A Boolean value that indicates whether the sending loop waits for the end of all actions.
  var isDraining = false
  private(set) var record: ServiceRecord
  private var effects = EffectCounts()
  private var memory = MemoryInFlight()
  private var opened: UInt64 = 0
  /// The number of sent actions that may still call the service.
  private var underway = 0
  private var dropped = 0
  private var inFlight = 0
  /// The number of effects in flight, integrated over time until its last change.
  private var effectNs = 0.0
  private var changedNs: UInt64 = 0
  private var endedNs: UInt64 = 0
  /// The last known time since which the store has been free.
  var freeNs: UInt64 = 0

  /// A task that waits for an instant, or for an earlier event.
  private struct Sleeper {
    let untilNs: UInt64
    let continuation: CheckedContinuation<Void, Never>
  }

  init(_ queue: ServiceQueue, _ users: UsersInService?, _ record: ServiceRecord) {
    self.queue = queue
    self.users = users
    self.record = record
    guard record.times != nil else { return }
    accounts.reserveCapacity(1 << 16)
    closed.reserveCapacity(1 << 16)
  }

  /// The number of actions in progress.
  var openCount: Int { accounts.count - closed.count }

  /// Returns whether an action may be sent; otherwise it is counted as dropped.
  mutating func admits(atNs ns: UInt64) -> Bool {
    guard queue.isFull(atNs: ns, after: underway) else { return true }
    record.times?.meter.advance(toNs: ns, dropped: dropped)
    dropped += 1
    return false
  }

  mutating func open(
    intendedNs: UInt64, startedNs: UInt64, _ user: WaitingUser?
  ) -> LoadActionID {
    opened += 1
    underway += 1
    let account = Account(
      number: opened, intendedNs: intendedNs, startedNs: startedNs, freeNs: freeNs)
    let place = closed.popLast() ?? UInt32(accounts.count)
    if place == accounts.count {
      accounts.append(account)
    } else {
      accounts[Int(place)] = account
    }
    users?.open(user, place: place)
    return LoadActionID(number: opened, place: place)
  }

  private func isOpen(_ id: LoadActionID) -> Bool {
    accounts[Int(id.place)].number == id.number
  }

  mutating func reduced(_ id: LoadActionID, isAnswer: Bool, asks: Bool, atNs ns: UInt64) {
    freeNs = ns
    record.note(isAnswer ? .answered(id.number) : .reduced(id.number))
    guard isOpen(id) else {
      effects.stray += 1
      return
    }
    if isAnswer { effects.answered += 1 }
    if isAnswer, asks { underway += 1 }
    if !isAnswer, !asks { underway -= 1 }
    if asks { effects.asked += 1 } else { finish(id, atNs: ns, isObserved: true) }
  }

  /// Closes an account.
  ///
  /// - Parameter isObserved: Indicates whether the end is awaited; otherwise the action was cancelled.
  private mutating func finish(
    _ id: LoadActionID, atNs ns: UInt64, isObserved: Bool
  ) {
    let account = accounts[Int(id.place)]
    if isObserved {
      record.times?.meter.record(
        intendedNs: account.intendedNs, startedNs: account.startedNs, endedNs: ns,
        freeNs: account.freeNs, dropped: dropped)
    } else {
      record.times?.meter.pass(endedNs: ns, dropped: dropped)
    }
    accounts[Int(id.place)].number = 0
    closed.append(id.place)
    endedNs = ns
    users?.finish(place: id.place, atNs: ns)
  }

  // MARK: - The sending loop

  /// Puts the sender to sleep until an instant, or until an earlier event.
  ///
  /// - Returns: `false` if there is nothing to wait for.
  mutating func sleep(
    untilNs ns: UInt64, atNs now: UInt64, _ continuation: CheckedContinuation<Void, Never>
  ) -> Bool {
    sleeper = Sleeper(untilNs: ns, continuation: continuation)
    guard isTime(atNs: now) else { return true }
    sleeper = nil
    return false
  }

  /// Returns whether the sleeper must wake.
  private func isTime(atNs now: UInt64) -> Bool {
    guard let untilNs = sleeper?.untilNs, now < untilNs else { return sleeper != nil }
    return isDraining ? openCount == 0 : users?.hasEnded == true
  }

  /// Returns the sleeper if it must wake.
  mutating func awakened(atNs now: UInt64) -> CheckedContinuation<Void, Never>? {
    guard isTime(atNs: now) else { return nil }
    return sleeper.take()?.continuation
  }

  // MARK: - Effects

  mutating func begin(_ id: LoadActionID, atNs ns: UInt64) -> ServiceReply {
    change(by: 1, atNs: ns)
    underway -= 1
    if inFlight > effects.maxInFlight {
      effects.maxInFlight = inFlight
      memory.note(inFlight)
    }
    let reply = queue.reply(to: id.number, atNs: ns)
    return ServiceReply(endNs: record.tick(reply.endNs), outcome: reply.outcome)
  }

  mutating func cancelled(_ id: LoadActionID, atNs ns: UInt64) {
    guard isOpen(id) else { return }
    accounts[Int(id.place)].cancelledNs = ns
  }

  /// - Returns: `true` if the request was answered.
  mutating func end(
    _ id: LoadActionID, _ outcome: ServiceReply.Outcome?, atNs ns: UInt64
  ) -> Bool {
    change(by: -1, atNs: ns)
    record.note(outcome == .answered ? .served(id.number) : .ended(id.number))
    guard isOpen(id) else {
      effects.stray += 1
      return false
    }
    switch outcome {
    case .answered: return true
    case .failed: effects.failed += 1
    case .timedOut: effects.timedOut += 1
    case nil:
      effects.cancelled += 1
      let cancelledNs = accounts[Int(id.place)].cancelledNs ?? ns
      record.times?.cancellation.record(ns: ns - min(ns, cancelledNs))
    }
    finish(id, atNs: ns, isObserved: outcome != nil)
    return false
  }

  private mutating func change(by difference: Int, atNs ns: UInt64) {
    // Threads read the clock before they get the lock.
    let since = max(ns, changedNs) - changedNs
    effectNs += Double(inFlight) * Double(since)
    changedNs += since
    inFlight += difference
  }

  // MARK: - Results

  mutating func close(unsent: Int) -> (result: LoadResult, effects: EffectCounts) {
    if endedNs > 0 { effects.meanInFlight = effectNs / Double(endedNs) }
    effects.bytesInFlight = memory.bytesForEach
    guard var times = record.times.take() else { preconditionFailure("a load is timed") }
    effects.cancellation = LatencyHistogram(times.cancellation)
    times.cancellation.deallocate()
    _ = times.meter.finish(endedNs: endedNs, dropped: dropped)
    return (
      LoadResult(
        completed: times.meter.completed, dropped: dropped,
        abandoned: unsent + openCount, endedNs: endedNs), effects
    )
  }
}

/// The memory of an effect in flight: the slope between two readings.
///
/// Memory is read when twice as many effects are in flight as ever before, so reading costs nothing
/// between.
private struct MemoryInFlight {
  private var next = 64
  private var first: (count: Int, bytes: Int)?
  private var last: (count: Int, bytes: Int)?

  mutating func note(_ count: Int) {
    guard count >= next, let bytes = Jemalloc.allocatedBytes() else { return }
    next *= 2
    if first == nil { first = (count, bytes) }
    last = (count, bytes)
  }

  /// The slope; `nil` if there were fewer than four times as many effects as at the first reading.
  var bytesForEach: Double? {
    guard let first, let last, last.count >= 4 * first.count else { return nil }
    return Double(last.bytes - first.bytes) / Double(last.count - first.count)
  }
}

/// The users who wait for the ends of their actions, and those whose actions have ended.
struct UsersInService {
  /// Users by the place of the action's account.
  private var waiting: [WaitingUser?] = []
  /// Users that were not yet taken.
  private var ended: [EndedUser] = []

  /// A Boolean value that indicates whether an action has ended whose user was not yet taken.
  var hasEnded: Bool { !ended.isEmpty }

  /// Adds the user who waits for an action.
  mutating func open(_ user: WaitingUser?, place: UInt32) {
    while waiting.count <= Int(place) { waiting.append(nil) }
    waiting[Int(place)] = user
  }

  /// Ends the action of an account.
  mutating func finish(place: UInt32, atNs ns: UInt64) {
    guard let user = waiting[Int(place)].take() else { return }
    ended.append(EndedUser(user: user, atNs: ns))
  }

  /// Moves the users whose actions have ended to `others`, which is empty.
  mutating func takeEnded(into others: inout [EndedUser]) { swap(&ended, &others) }
}

@usableFromInline
struct EndedUser {
  @usableFromInline let user: WaitingUser
  @usableFromInline let atNs: UInt64
}

/// The record of a simulated service: times, for a load; or events, for a search for race
/// conditions.
package struct ServiceRecord {
  struct Times {
    var meter: SliceRecorder
    var cancellation = LatencyRecorder()
  }

  var times: Times?
  let keepsEvents: Bool
  private(set) var events: [EffectEvent] = []
  /// Effects end at multiples of this, so that many events coincide.
  var tickNs: UInt64 = 1

  /// Records times only.
  package init(_ meter: SliceRecorder) {
    times = Times(meter: meter)
    keepsEvents = false
  }

  /// Records events only.
  package init(eventsByTicksOf tickNs: UInt64) {
    keepsEvents = true
    self.tickNs = tickNs
  }

  @inline(__always)
  mutating func note(_ event: @autoclosure () -> EffectEvent) {
    if keepsEvents { events.append(event()) }
  }

  /// Returns the first tick that is not before an instant.
  func tick(_ ns: UInt64) -> UInt64 { tickNs == 1 ? ns : (ns + tickNs - 1) / tickNs * tickNs }
}

/// An event of an action, which is numbered from 1 in the order of sending.
package enum EffectEvent: Equatable, Sendable {
  /// The action was reduced.
  case reduced(UInt64)
  /// The answer to its request was reduced.
  case answered(UInt64)
  /// The service has answered its request.
  case served(UInt64)
  /// Its request has ended without an answer.
  case ended(UInt64)
}
