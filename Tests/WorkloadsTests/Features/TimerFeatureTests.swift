import Foundation
import Testing
import Workloads

@Suite struct TimerFeatureTests {
  let first = SimulatedClock.firstReading
  let feature = TimerFeature(dependencies: .simulated())

  @Test func `given a new timer, when it starts and finishes, then both times are kept`() {
    let state = reduced(feature, .start, .finish)
    #expect(state.start == first)
    #expect(state.end == first + 1)
    #expect(state.goal == 16 * 3600)
  }

  @Test func `given a shared fast, when it is reset, then a new one runs that nobody knows of`() {
    let shared = TimerFeature.State(start: first - 9, end: first - 5, sharingStatus: .shared)
    let state = reduced(feature, .reset, from: shared)
    #expect(state == TimerFeature.State(start: first))
  }

  @Test func `given no start, when it is shared, then it is not`() throws {
    let state = reduced(feature, .share)
    #expect(state.sharingStatus == .uploading)
    let request = try #require(feature.request(for: .share, after: state))
    #expect(feature.perform(request) == .setSharingStatus(.notShared))
  }

  @Test func `given a running fast, when it is shared, then its planned end is notified`() throws {
    let state = reduced(feature, .start, .share)
    let request = try #require(feature.request(for: .share, after: state))
    #expect(request == .init(start: first, end: first + 16 * 3600))
    #expect(feature.perform(request) == .setSharingStatus(.shared))
  }

  @Test func `given others who do not listen, when it is shared, then it is not`() throws {
    let clock = SimulatedClock()
    let refused = TimerFeature(
      dependencies: .init(now: clock.now) { _, _ in throw TimerFeature.SharingError() })
    let state = reduced(refused, .start, .share)
    let request = try #require(refused.request(for: .share, after: state))
    #expect(refused.perform(request) == .setSharingStatus(.notShared))
  }

  @Test func `only share asks for work`() {
    for action in [.start, .finish, .reset, .setSharingStatus(.shared)] as [TimerFeature.Action] {
      #expect(feature.request(for: action, after: .init(start: first)) == nil)
    }
  }
}
