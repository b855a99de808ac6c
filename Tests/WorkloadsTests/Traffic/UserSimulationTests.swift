import Testing

@testable import Workloads

@Suite struct UserSimulationTests {
  typealias Event<F: Feature> = (atNs: UInt64, user: UInt32, action: F.Action)
  static let second: UInt64 = 1_000_000_000

  /// Returns the actions of users whose actions end immediately.
  func events<F: Feature>(_ crowd: consuming UserSimulation<F>, atMost limit: Int = .max) -> [Event<
    F
  >] {
    var events: [Event<F>] = []
    while events.count < limit, let (atNs, user, action) = crowd.next() {
      events.append((atNs, user.visitor.user, action))
      crowd.ended(user, atNs: atNs)
    }
    return events
  }

  func crowd(
    slots: Int = 100, users: Int, think: Delay = .constant(ns: second), pause: Delay? = nil,
    durationNs: UInt64 = TimeText.longestNs, arrival: UserArrival = .together, seed: UInt64 = 1
  ) throws -> UserSimulation<Copies<CounterFeature>> {
    try UserSimulation(
      feature: Copies(CounterFeature(), count: slots),
      users: users, arrival: arrival, think: think, pause: pause, skew: 1,
      durationNs: durationNs, seed: seed)
  }

  @Test(arguments: UserArrival.allCases)
  func `actions come in the order of time and user, before the end`(arrival: UserArrival) throws {
    let events = events(
      try crowd(
        users: 500, think: .exponential(meanNs: Self.second), pause: .constant(ns: Self.second),
        durationNs: 100 * Self.second, arrival: arrival))
    #expect(
      zip(events, events.dropFirst()).allSatisfy { ($0.atNs, $0.user) < ($1.atNs, $1.user) })
    #expect(try #require(events.last).atNs < 100 * Self.second)
    // All but some of those who come in the last seconds.
    #expect(Set(events.map { $0.user }).count > 480)
  }

  @Test func `users who come together act immediately, and then after each think time`() throws {
    let events = events(try crowd(users: 200))
    let times = Dictionary(grouping: events, by: { $0.user }).mapValues { $0.map { $0.atNs } }
    #expect(events.prefix(150).allSatisfy { $0.atNs == 0 })
    for (_, times) in times {
      #expect(times == times.indices.map { UInt64($0) * Self.second })
    }
  }

  @Test func `users without a pause do not return`() throws {
    let events = events(
      try crowd(users: 1000, durationNs: 1000 * Self.second, arrival: .poisson))
    let times = Dictionary(grouping: events, by: { $0.user }).mapValues { $0.map { $0.atNs } }
    for (_, times) in times {
      #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == Self.second })
    }
    // Each user comes at some time, and none is present all the time.
    let present = stride(from: 100, to: 1000, by: 100).map { atS in
      times.values.count { times in
        times[0] <= UInt64(atS) * Self.second && times[times.count - 1] >= UInt64(atS) * Self.second
      }
    }
    // A session of 16 actions is there for 15 s: 15 of 1000 at any time.
    #expect(present.allSatisfy { (2...40).contains($0) })
  }

  @Test func `users come at any time, each as likely`() throws {
    let events = events(
      try crowd(users: 10_000, durationNs: 100 * Self.second, arrival: .poisson))
    var firsts: [UInt32: UInt64] = [:]
    for event in events where firsts[event.user] == nil { firsts[event.user] = event.atNs }
    let counts = firsts.values.reduce(into: Array(repeating: 0, count: 10)) {
      $0[Int($1 / (10 * Self.second))] += 1
    }
    // The few who find a slot that others just left are not seen.
    #expect(counts.allSatisfy { abs(Double($0) - 960) < 130 })
  }

  @Test func `users with a pause return as often as time allows`() throws {
    let events = events(
      try crowd(
        slots: 10_000, users: 1000, think: .exponential(meanNs: Self.second),
        pause: .exponential(meanNs: 16 * Self.second), durationNs: 500 * Self.second))
    // 16 actions, each with a think time after it, and a pause: one action in two seconds.
    let expected = 1000.0 * 500 * 16 / (16 + 16)
    #expect(abs(Double(events.count) / expected - 1) < 0.03)
    #expect(Set(events.suffix(20_000).map { $0.user }).count > 900)
  }

  @Test(arguments: [1, 100, 10_000])
  func `sessions have the mean length of the feature, however many share a slot`(
    slots: Int
  ) throws {
    let users = 5000
    let events = events(
      try crowd(slots: slots, users: users, think: .exponential(meanNs: Self.second)))
    // The deviation of a geometric length of mean 16 is below 16.
    let mean = Double(events.count) / Double(users)
    #expect(abs(mean - Double(CounterFeature.meanSessionLength)) < 4 * 16 / 5000.0.squareRoot())
  }

  @Test(arguments: [0.5, 1, 2]) func `the popularity of slots follows Zipf's law`(exponent: Double)
    throws
  {
    // Without thinking one session ends before the next begins: each has a first action.
    let crowd = try UserSimulation(
      feature: Copies(CounterFeature(), count: 100),
      users: 20_000, arrival: .together, think: .constant(ns: 0), pause: nil,
      skew: exponent, durationNs: 1, seed: 3)
    var counts = Array(repeating: 0, count: 100)
    var seen = Set<UInt32>()
    for event in events(crowd) where seen.insert(event.user).inserted {
      counts[event.action.index] += 1
    }
    #expect(seen.count == 20_000)
    let weights = (1...100).map { PortableMath.exp(-exponent * PortableMath.log(Double($0))) }
    let total = weights.reduce(0, +)
    let statistic = ChiSquare.statistic(counts, shares: weights.map { $0 / total })
    #expect(statistic < (try #require(ChiSquare.critical[99])))
  }

  @Test func `every session is at a freshly picked slot`() throws {
    let events = events(
      try crowd(
        slots: 1000, users: 1, think: .constant(ns: 1), pause: .constant(ns: 1000),
        durationNs: 1_000_000))
    var places: [Int] = []
    for (index, event) in events.enumerated() {
      let isFirst = index == 0 || event.atNs - events[index - 1].atNs > 1
      if isFirst { places.append(event.action.index) }
      #expect(event.action.index == places.last)
    }
    #expect(places.count > 500 && Set(places).count > 100)
  }

  @Test func `all modules of an app are visited`() throws {
    let crowd = try UserSimulation(
      feature: AppFeature(copies: 3),
      users: 1000, arrival: .poisson,
      think: .exponential(meanNs: Self.second), pause: .exponential(meanNs: Self.second), skew: 1,
      durationNs: 100 * Self.second, seed: 1)
    let events = events(crowd)
    #expect(events.contains { AppFeature.TimerPart.extract($0.action) != nil })
    #expect(events.contains { AppFeature.ShopPart.extract($0.action) != nil })
    #expect(events.contains { AppFeature.PrimesPart.extract($0.action)?.index == 2 })
    let state = fold(AppFeature(copies: 3), events.prefix(5000).map { $0.action }).state
    #expect(state != AppFeature(copies: 3).initialState)
  }

  @Test func `the same seed gives the same users, another seed others`() throws {
    func digest(seed: UInt64) throws -> UInt64 {
      var digest = Digest()
      let crowd = try crowd(
        users: 300, think: .exponential(meanNs: Self.second), pause: .exponential(meanNs: 100),
        arrival: .poisson, seed: seed)
      for event in events(crowd, atMost: 20_000) {
        digest.combine(event.atNs)
        digest.combine(Int(event.user))
        digest.combine(event.action.index)
      }
      return digest.value
    }
    #expect(try digest(seed: 1) == digest(seed: 1))
    #expect(try digest(seed: 1) != digest(seed: 2))
    // The same on every platform.
    let first = try digest(seed: 1)
    #expect(first == 3_742_661_925_227_438_593)
  }

  @Test(
    arguments: [
      (0, 1, 1, "the number of users must be 1 to 1000000, got 0"),
      (1_000_001, 1, 1, "the number of users must be 1 to 1000000, got 1000001"),
      (1, 0, 1, "the exponent must be 0.01 to 16.0, got 0.0"),
      (1, 1, 0, "the duration must be above 0 and at most 100d, got 0s"),
    ] as [(Int, Double, UInt64, String)])
  func `invalid numbers of users are refused`(
    users: Int, exponent: Double, durationNs: UInt64, message: String
  ) {
    let error = #expect(throws: DelayError.self) {
      _ = try UserSimulation(
        feature: CounterFeature(),
        users: users, arrival: .together, think: .constant(ns: 1), pause: nil,
        skew: exponent, durationNs: durationNs, seed: 1)
    }
    #expect(error?.description == message)
  }

  @Test func `invalid delays are refused`() {
    #expect(throws: DelayError.self) { _ = try crowd(users: 1, think: .measured(path: "/none")) }
    #expect(throws: DelayError.self) {
      _ = try crowd(users: 1, pause: .uniform(fromNs: 2, toNs: 1))
    }
  }
}
