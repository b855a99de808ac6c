import Foundation
import Testing
import Workloads

@Suite struct TimerFeatureTests {
  let first = SimulatedClock.firstReading
  let feature = TimerFeature(dependencies: .simulated())

  @Test func `start and finish set both times`() {
    let state = reduced(feature, .start, .finish)
    #expect(state.start == first)
    #expect(state.end == first + 1)
    #expect(state.goal == 16 * 3600)
  }

  @Test func `a reset begins a fast that is not shared`() {
    let shared = TimerFeature.State(start: first - 9, end: first - 5, sharingStatus: .shared)
    let state = reduced(feature, .reset, from: shared)
    #expect(state == TimerFeature.State(start: first))
  }

  @Test func `a timer that never started is not shared`() throws {
    let state = reduced(feature, .share)
    #expect(state.sharingStatus == .uploading)
    let request = try #require(feature.request(for: .share, after: state))
    #expect(feature.perform(request) == .setSharingStatus(.notShared))
  }

  @Test func `a running fast is shared with its planned end`() throws {
    let state = reduced(feature, .start, .share)
    let request = try #require(feature.request(for: .share, after: state))
    #expect(request == .init(start: first, end: first + 16 * 3600))
    #expect(feature.perform(request) == .setSharingStatus(.shared))
  }

  @Test func `a fast is not shared if sharing fails`() throws {
    let clock = SimulatedClock()
    let refused = TimerFeature(
      dependencies: .init(now: clock.now) { _, _ in throw CancellationError() })
    let state = reduced(refused, .start, .share)
    let request = try #require(refused.request(for: .share, after: state))
    #expect(refused.perform(request) == .setSharingStatus(.notShared))
  }

  @Test func `only the action share requests work`() {
    for action in [.start, .finish, .reset, .setSharingStatus(.shared)] as [TimerFeature.Action] {
      #expect(feature.request(for: action, after: .init(start: first)) == nil)
    }
  }
}
