import Testing
import Workloads

/// The share of each worker in a schedule.
struct ArrivalShareTests {
  private static let profile = try! RateProfile([
    RateSegment(durationNs: 1_000_000_000, rate: 1000),
    RateSegment(durationNs: 2_000_000_000, fromRate: 1000, toRate: 5000),
  ])

  private static func share(
    _ worker: Int, of workers: Int, _ process: ArrivalProcess, seed: UInt64 = 3
  ) throws -> [UInt64] {
    var share = try ArrivalShare(
      of: worker, among: workers, profile: profile, process: process, seed: seed)
    return all { share.next() }
  }

  private static func all(_ next: () -> UInt64?) -> [UInt64] {
    var instants: [UInt64] = []
    while let atNs = next() { instants.append(atNs) }
    return instants
  }

  @Test(arguments: [1, 2, 3, 7, 64])
  func `even shares together are the schedule, instant for instant`(workers: Int) throws {
    var schedule = ArrivalSchedule(profile: Self.profile, process: .constant, seed: 3)
    let whole = Self.all { schedule.next() }
    let shares = try (0..<workers).map { try Self.share($0, of: workers, .constant) }
    #expect(shares.flatMap(\.self).sorted() == whole)
    #expect(shares[workers - 1].first == whole[workers - 1])
    let counts = shares.map(\.count)
    #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= 1)
  }

  @Test(arguments: [2, 5])
  func `random shares have their part of the rate, and are independent`(workers: Int) throws {
    let shares = try (0..<workers).map { try Self.share($0, of: workers, .poisson) }
    let expected = Self.profile.expectedArrivals / Double(workers)
    for share in shares {
      // Five standard deviations: once in a million.
      #expect(abs(Double(share.count) - expected) < 5 * expected.squareRoot())
      #expect(zip(share, share.dropFirst()).allSatisfy { $0 <= $1 })
      #expect((share.last ?? 0) < Self.profile.totalNs)
    }
    #expect(Set(shares).count == workers)
    #expect(try Self.share(0, of: workers, .poisson) == shares[0])
    #expect(try Self.share(0, of: workers, .poisson, seed: 4) != shares[0])
  }

  @Test func `the end of a share is returned again`() throws {
    for process in ArrivalProcess.allCases {
      var share = try ArrivalShare(
        of: 1, among: 2, profile: Self.profile, process: process, seed: 3)
      while share.next() != nil {}
      #expect(share.next() == nil && share.next() == nil)
    }
  }

  @Test(arguments: ArrivalProcess.allCases)
  func `more workers than actions are refused`(process: ArrivalProcess) throws {
    let profile = try RateProfile([RateSegment(durationNs: 1_000_000_000, rate: 4)])
    _ = try ArrivalShare(of: 3, among: 4, profile: profile, process: process, seed: 1)
    #expect(throws: RateError.self) {
      try ArrivalShare(of: 0, among: 5, profile: profile, process: process, seed: 1)
    }
  }
}
