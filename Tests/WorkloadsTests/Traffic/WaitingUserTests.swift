import Testing

@testable import Workloads

/// Users who wait for the ends of their actions.
struct WaitingUserTests {
  private static let second: UInt64 = 1_000_000_000

  private func crowd(
    users: Int = 300, _ arrival: UserArrival = .poisson, pause: Delay? = nil,
    think: Delay = .exponential(meanNs: second)
  ) throws -> UserSimulation<Copies<CounterFeature>> {
    try UserSimulation(
      feature: Copies(CounterFeature(), count: 100), users: users, arrival: arrival, think: think,
      pause: pause, skew: 1, durationNs: 200 * Self.second, seed: 7)
  }

  // All answers take three seconds; each thinks one.
  @Test func `a user thinks after the answer`() throws {
    var crowd = try crowd(users: 50, think: .constant(ns: Self.second))
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
      guard let next = crowd.next(notAfter: readyNs) else { continue }
      acting.append((next.user, next.atNs + 3 * Self.second))
      if let before = last.updateValue(next.atNs, forKey: next.user.visitor.user) {
        #expect(next.atNs - before == 4 * Self.second)
        gaps += 1
      }
    }
    #expect(gaps > 300)
  }

  @Test func `a user without an answer does not act again`() throws {
    var crowd = try crowd(users: 100)
    var users = Set<UInt32>()
    while let next = crowd.next() {
      #expect(users.insert(next.user.visitor.user).inserted)
    }
    #expect(users.count > 80)
  }

  @Test func `no action after the given time is returned`() throws {
    var crowd = try crowd(pause: .exponential(meanNs: 5 * Self.second))
    var lastNs: UInt64 = 0
    for second in 1...100 {
      let ns = UInt64(second) * Self.second
      while let next = crowd.next(notAfter: ns) {
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
    var crowd = try crowd(users: 2, .together, think: .constant(ns: 5))
    let two = [crowd.next(), crowd.next()]
    let (first, second) = (try #require(two[0]), try #require(two[1]))
    #expect(first.atNs == 0 && second.atNs == 0)
    crowd.ended(second.user, atNs: 100)
    let third = crowd.next()
    #expect(third?.atNs == 105)
    // Ended long ago, as the sender hears only now.
    crowd.ended(first.user, atNs: 10)
    let nextNs = crowd.upcoming()
    #expect(nextNs == 105)
  }
}
