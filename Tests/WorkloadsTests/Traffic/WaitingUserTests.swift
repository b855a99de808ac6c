import Testing

@testable import Workloads

/// Users who wait for the ends of their actions.
struct WaitingUserTests {
  private static let second: UInt64 = 1_000_000_000

  private func crowd(
    _ entry: UserEntry, think: Delay = .exponential(meanNs: second), slots: Int = 100,
    durationNs: UInt64 = 200 * second
  ) throws -> UserSimulation<Copies<CounterFeature>> {
    try UserSimulation(
      feature: Copies(CounterFeature(), count: slots), entry: entry, think: think, skew: 1,
      durationNs: durationNs, seed: 7)
  }

  private static let population = UserEntry.population(
    users: 300, arrival: .poisson, pause: .exponential(meanNs: 5 * second))

  @Test func `a user with immediate answers acts like one who does not wait`() throws {
    var blind = try crowd(Self.population)
    var waiting = try crowd(Self.population)
    var count = 0
    while let one = blind.next() {
      let next = waiting.nextWaiting()
      let other = try #require(next)
      #expect(one.atNs == other.atNs && one.action.index == other.action.index)
      #expect(one.user == Int(other.user.visitor.user))
      waiting.ended(other.user, atNs: other.atNs)
      count += 1
    }
    let next = waiting.nextWaiting()
    #expect(next == nil)
    #expect(count > 3000)
  }

  // All answers take three seconds; each thinks one.
  @Test func `a user thinks after the answer`() throws {
    var crowd = try crowd(
      .population(users: 50, arrival: .poisson, pause: nil), think: .constant(ns: Self.second))
    var acting: [(user: WaitingUser, endNs: UInt64)] = []
    var last: [UInt32: UInt64] = [:]
    var gaps = 0
    while true {
      let (endNs, readyNs) = (acting.first?.endNs, crowd.upcoming())
      if let endNs, endNs <= readyNs ?? .max {
        crowd.ended(acting.removeFirst().user, atNs: endNs)
        continue
      }
      guard let readyNs else { break }
      // A user who only leaves at that time does not precede an earlier answer.
      guard let next = crowd.nextWaiting(notAfter: readyNs) else { continue }
      acting.append((next.user, next.atNs + 3 * Self.second))
      if let before = last.updateValue(next.atNs, forKey: next.user.visitor.user) {
        #expect(next.atNs - before == 4 * Self.second)
        gaps += 1
      }
    }
    #expect(gaps > 300)
  }

  @Test func `a user without an answer does not act again`() throws {
    var crowd = try crowd(.population(users: 100, arrival: .poisson, pause: nil))
    var users = Set<UInt32>()
    while let next = crowd.nextWaiting() {
      #expect(users.insert(next.user.visitor.user).inserted)
    }
    #expect(users.count > 80)
  }

  @Test func `a user who loses patience begins a new session after the pause, if there is one`()
    throws
  {
    for pause in [nil, Delay.constant(ns: 10 * Self.second)] {
      var crowd = try crowd(.population(users: 40, arrival: .together, pause: pause), slots: 1000)
      var slots: [UInt32: Int] = [:]
      var (again, elsewhere) = (0, 0)
      while let next = crowd.nextWaiting(), again < 1000 {
        let user = next.user.visitor.user
        if let slot = slots.updateValue(next.action.index, forKey: user) {
          again += 1
          if slot != next.action.index { elsewhere += 1 }
          #expect(next.atNs.isMultiple(of: 10 * Self.second))
        }
        crowd.reneged(next.user, atNs: next.atNs)
      }
      #expect((again == 0) == (pause == nil))
      #expect(2 * elsewhere >= again)
    }
  }

  @Test func `no action after the given time is returned`() throws {
    var crowd = try crowd(Self.population)
    var lastNs: UInt64 = 0
    for second in 1...100 {
      let ns = UInt64(second) * Self.second
      while let next = crowd.nextWaiting(notAfter: ns) {
        #expect(next.atNs <= ns && next.atNs >= lastNs)
        lastNs = next.atNs
        crowd.ended(next.user, atNs: next.atNs)
      }
      let nextNs = crowd.upcoming()
      #expect(nextNs.map { $0 > ns } != false)
    }
    #expect(lastNs > 90 * Self.second)
  }

  @Test func `a late end delays its user, and no user acts twice`() throws {
    var crowd = try crowd(
      .population(users: 2, arrival: .together, pause: nil), think: .constant(ns: 5))
    let two = [crowd.nextWaiting(), crowd.nextWaiting()]
    let (first, second) = (try #require(two[0]), try #require(two[1]))
    #expect(first.atNs == 0 && second.atNs == 0)
    crowd.ended(second.user, atNs: 100)
    let third = crowd.nextWaiting()
    #expect(third?.atNs == 105)
    // Ended long ago, as the sender hears only now.
    crowd.ended(first.user, atNs: 10)
    let nextNs = crowd.upcoming()
    #expect(nextNs == 105)
  }

  @Test func `sessions begin on their schedule, each by a user of its own`() throws {
    let schedule = ArrivalSchedule(
      profile: try RateProfile([RateSegment(durationNs: 100 * Self.second, rate: 20)]),
      process: .poisson, seed: 5)
    var times: [UInt64] = []
    var expected = schedule
    while let ns = expected.next() { times.append(ns) }
    var crowd = try crowd(
      .sessions(schedule, most: 3000), think: .exponential(meanNs: Self.second / 10),
      durationNs: 100 * Self.second)
    var (first, counts): ([UInt32: UInt64], [UInt32: Int]) = ([:], [:])
    while let next = crowd.nextWaiting() {
      let user = next.user.visitor.user
      if first[user] == nil { first[user] = next.atNs }
      counts[user, default: 0] += 1
      crowd.ended(next.user, atNs: next.atNs)
    }
    // One in many shares a slot whose session ends before the first action.
    #expect(first.count > times.count * 9 / 10 && first.count <= times.count)
    for (user, ns) in first { #expect(ns == times[Int(user)]) }
    let mean = Double(counts.values.reduce(0, +)) / Double(first.count)
    #expect(abs(mean / Double(CounterFeature.meanSessionLength) - 1) < 0.15)
  }
}
