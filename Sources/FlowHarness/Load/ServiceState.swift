import Measurement
import Platform
public import Workloads

/// What a simulated service knows of each action; used by one thread at a time.
// Unchecked: it lies behind the service's lock.
struct ServiceState: @unchecked Sendable {
  /// What is known of an action that is not done.
  private struct Account {
    var number: UInt64 = 0
    var intendedNs: UInt64 = 0
    var startedNs: UInt64 = 0
    /// When whoever sends was free before it, as far as known.
    var freeNs: UInt64 = 0
    var cancelledNs: UInt64?
  }

  private var accounts: [Account] = []
  private var closed: [UInt32] = []
  private var queue: ServiceQueue
  /// Who sends in a closed loop: each waits for the end of his action.
  private var clients: ThinkingClients?
  /// Who sends and waits for the end, where simulated users do.
  var users: UsersInService?
  /// The loop that sends, while it waits for one of them.
  private var sleeper: Sleeper?
  /// Whether the loop that sends has sent all, and waits for the end of every action.
  var isDraining = false
  private(set) var record: ServiceRecord
  private var effects = EffectCounts()
  private var memory = MemoryInFlight()
  private var opened: UInt64 = 0
  /// How many actions are sent that may yet call the service.
  private var underway = 0
  /// How many actions were turned away.
  private var dropped = 0
  private var inFlight = 0
  /// Effects in flight, summed over time, until the last change of their number.
  private var effectNs = 0.0
  private var changedNs: UInt64 = 0
  private var endedNs: UInt64 = 0
  /// Since when nobody has been at work on the store, as far as known.
  var freeNs: UInt64 = 0

  /// Whoever waits for an instant, or for somebody who is ready before it.
  private struct Sleeper {
    let untilNs: UInt64
    let continuation: CheckedContinuation<Void, Never>
  }

  init(
    _ queue: ServiceQueue, _ clients: ThinkingClients?, _ users: UsersInService?,
    _ record: ServiceRecord
  ) {
    self.queue = queue
    self.clients = clients
    self.users = users
    self.record = record
    guard record.times != nil else { return }
    accounts.reserveCapacity(1 << 16)
    closed.reserveCapacity(1 << 16)
  }

  /// How many actions are not done yet.
  var openCount: Int { accounts.count - closed.count }

  /// Whether an action may be sent; if not, it is counted as turned away.
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
  /// - Parameters:
  ///   - isObserved: Whether somebody has waited for this end.
  ///   - hasReneged: Whether that is because it was taken back.
  private mutating func finish(
    _ id: LoadActionID, atNs ns: UInt64, isObserved: Bool, hasReneged: Bool = false
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
    clients?.ended(atNs: ns)
    users?.finish(place: id.place, atNs: ns, hasReneged: hasReneged)
  }

  // MARK: - Clients

  /// Who sends next.
  mutating func nextClient(atNs ns: UInt64) -> NextClient {
    guard let readyNs = clients?.upcoming() else {
      return (clients?.acting ?? 0) > 0 ? .whenOneEnds : .noneLeft
    }
    guard readyNs <= ns else { return .at(readyNs) }
    _ = clients?.next()
    return .now(readyNs)
  }

  /// Puts the sender to sleep until an instant, or until somebody is ready before it.
  ///
  /// - Returns: Whether he sleeps; if not, it is time already.
  mutating func sleep(
    untilNs ns: UInt64, atNs now: UInt64, _ continuation: CheckedContinuation<Void, Never>
  ) -> Bool {
    sleeper = Sleeper(untilNs: ns, continuation: continuation)
    guard isTime(atNs: now) else { return true }
    sleeper = nil
    return false
  }

  /// Whether the sleeper has slept long enough, or is waited for, or waits for nobody.
  private mutating func isTime(atNs now: UInt64) -> Bool {
    guard let untilNs = sleeper?.untilNs, now < untilNs else { return sleeper != nil }
    if isDraining { return openCount == 0 }
    if let users { return users.hasEnded }
    guard let readyNs = clients?.upcoming() else { return clients?.acting == 0 }
    return readyNs < untilNs
  }

  /// Who has slept long enough.
  mutating func awakened(atNs now: UInt64) -> CheckedContinuation<Void, Never>? {
    guard isTime(atNs: now) else { return nil }
    return sleeper.take()?.continuation
  }

  /// How many clients would still send; nobody is handed out after that.
  mutating func closeClients() -> Int {
    var count = 0
    while clients?.next() != nil { count += 1 }
    return count
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
    effects.moments.add(waitNs: reply.waitNs, workNs: reply.workNs)
    return ServiceReply(
      endNs: record.tick(reply.endNs), outcome: reply.outcome, waitNs: reply.waitNs,
      workNs: reply.workNs)
  }

  mutating func cancelled(_ id: LoadActionID, atNs ns: UInt64) {
    guard isOpen(id) else { return }
    accounts[Int(id.place)].cancelledNs = ns
  }

  /// - Returns: Whether there is an answer.
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
    case .reneged: effects.reneged += 1
    case nil:
      effects.cancelled += 1
      let cancelledNs = accounts[Int(id.place)].cancelledNs ?? ns
      record.times?.cancellation.record(ns: ns - min(ns, cancelledNs))
    }
    finish(id, atNs: ns, isObserved: outcome != nil, hasReneged: outcome == .reneged)
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
    _ = times.meter.finish(dropped: dropped)
    return (
      LoadResult(
        completed: times.meter.completed, dropped: dropped,
        abandoned: unsent + openCount, endedNs: endedNs), effects
    )
  }
}

/// What one effect more in flight takes of memory: the slope between two counts of them.
///
/// Looked at whenever there are twice as many as ever before, which is often enough and costs
/// nothing in between.
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

  /// `nil` when there were never four times as many as at the first look.
  var bytesForEach: Double? {
    guard let first, let last, last.count >= 4 * first.count else { return nil }
    return Double(last.bytes - first.bytes) / Double(last.count - first.count)
  }
}

/// Which client of a closed loop sends next.
enum NextClient: Equatable {
  /// One that was ready at this instant.
  case now(UInt64)
  /// One that will be ready then, unless another one is ready before.
  case at(UInt64)
  /// The one whose action ends first: each client waits for the end of its own.
  case whenOneEnds
  /// None is left.
  case noneLeft
}

/// The users who wait for the ends of their actions, and those whose actions have ended.
struct UsersInService {
  /// By the place of the action's account.
  private var waiting: [WaitingUser?] = []
  /// Of whom nobody has taken notice yet.
  private var ended: [EndedUser] = []

  /// Whether somebody's action has ended of which nobody has taken notice.
  var hasEnded: Bool { !ended.isEmpty }

  /// Takes in who waits for an action.
  mutating func open(_ user: WaitingUser?, place: UInt32) {
    while waiting.count <= Int(place) { waiting.append(nil) }
    waiting[Int(place)] = user
  }

  /// The action of the account at a place has ended.
  mutating func finish(place: UInt32, atNs ns: UInt64, hasReneged: Bool) {
    guard let user = waiting[Int(place)].take() else { return }
    ended.append(EndedUser(user: user, atNs: ns, hasReneged: hasReneged))
  }

  /// Hands over those whose actions have ended.
  ///
  /// - Parameter others: Empty; then they.
  mutating func takeEnded(into others: inout [EndedUser]) { swap(&ended, &others) }
}

/// A user whose action has ended.
@usableFromInline
struct EndedUser {
  @usableFromInline let user: WaitingUser
  @usableFromInline let atNs: UInt64
  /// Whether the user has lost patience.
  @usableFromInline let hasReneged: Bool
}

/// What a simulated service writes down beside its counts: times, for a load; or every event, for
/// whoever looks for an order in which something goes wrong.
package struct ServiceRecord {
  /// The times of a load.
  struct Times {
    var meter: LoadMeter
    var cancellation = LatencyRecorder()
  }

  var times: Times?
  /// Whether events are kept.
  let keepsEvents: Bool
  private(set) var events: [EffectEvent] = []
  /// Ends of effects are deferred to multiples of this, so that much happens at one instant.
  var tickNs: UInt64 = 1

  /// Times, and no events.
  package init(_ meter: LoadMeter) {
    times = Times(meter: meter)
    keepsEvents = false
  }

  /// Events, and no times.
  package init(eventsByTicksOf tickNs: UInt64) {
    keepsEvents = true
    self.tickNs = tickNs
  }

  @inline(__always)
  mutating func note(_ event: @autoclosure () -> EffectEvent) {
    if keepsEvents { events.append(event()) }
  }

  /// The first tick that is not before an instant.
  func tick(_ ns: UInt64) -> UInt64 { tickNs == 1 ? ns : (ns + tickNs - 1) / tickNs * tickNs }
}

/// Something that happened to an action, which has a number from 1 in the order of sending.
package enum EffectEvent: Equatable, Sendable {
  /// It was reduced.
  case reduced(UInt64)
  /// The answer to what it had asked for was reduced.
  case answered(UInt64)
  /// The service has answered what it had asked for.
  case served(UInt64)
  /// What it had asked for has ended without an answer.
  case ended(UInt64)
}
