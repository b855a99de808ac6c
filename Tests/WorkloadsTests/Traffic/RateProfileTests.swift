import Foundation
import Testing
import Workloads

@Suite struct RateProfileTests {
  @Test func `duration and arrivals are those of all segments`() throws {
    let profile = try RateProfile([
      RateSegment(durationNs: 100, rate: 1e9),
      RateSegment(durationNs: 100, fromRate: 0, toRate: 5e8),
      RateSegment(durationNs: 1, rate: 0), RateSegment(durationNs: 99, rate: 7),
    ])
    #expect(profile.totalNs == 300)
    #expect(abs(profile.expectedArrivals - 125) < 1e-6)
  }

  @Test func `invalid profiles are refused`() {
    let none = #expect(throws: RateError.self) { try RateProfile([]) }
    #expect(none?.description == "a rate profile must have at least 1 segment, got none")
    let few = #expect(throws: RateError.self) {
      try RateProfile([RateSegment(durationNs: 500_000_000, rate: 1)])
    }
    #expect(
      few?.description
        == "must be so high, and last so long, that at least 1 action arrives, got 0.5 actions")
    let day: UInt64 = 86_400_000_000_000
    let long = #expect(throws: RateError.self) {
      try RateProfile(Array(repeating: RateSegment(durationNs: 60 * day, rate: 1), count: 2))
    }
    #expect(long?.description == "the duration of all segments must be at most 100d, got 120d")
    let negative = #expect(throws: RateError.self) {
      try RateProfile([RateSegment(durationNs: day, fromRate: 1, toRate: -1)])
    }
    #expect(negative?.description == "the rate must be 0 to 1000000000 a second, got -1.0")
  }

  @Test func `a profile is checked when it is decoded, too`() throws {
    let profile = try RateProfile([
      RateSegment(durationNs: 1_000_000_000, fromRate: 1000, toRate: 2000)
    ])
    let coded = try JSONEncoder().encode(profile)
    #expect(try JSONDecoder().decode(RateProfile.self, from: coded) == profile)
    #expect(throws: RateError.noSegments) {
      try JSONDecoder().decode(RateProfile.self, from: Data("{\"segments\":[]}".utf8))
    }
  }
}
