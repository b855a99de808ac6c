import Foundation
import Testing
import Workloads

/// Compares the digests of different states.
@Suite struct FeatureDigestTests {
  /// Returns whether all states have different digests.
  func allDiffer<F: Feature>(_ feature: F, _ states: [F.State]) -> Bool {
    Set(states.map { digest(feature, $0) }).count == states.count
  }

  @Test func `a change of any field changes the digest`() {
    let day = SimulatedClock.firstReading
    #expect(allDiffer(CounterFeature(), [.init(), .init(count: 1), .init(count: -1)]))
    #expect(
      allDiffer(
        TimerFeature(),
        [
          .init(), .init(start: day), .init(end: day), .init(goal: 1),
          .init(sharingStatus: .uploading), .init(sharingStatus: .shared),
        ]))
    #expect(allDiffer(ProfileFeature(), [.init(), .init(name: "Ada"), .init(age: 1)]))
    #expect(
      allDiffer(
        LoginFeature(),
        [
          .init(), .init(loginRequesting: true), .init(loginUser: ""), .init(loginUser: "bob"),
          .init(loginError: .unknownUser), .init(loginError: .lockedOut),
        ]))
    #expect(
      allDiffer(
        NotesFeature(),
        [
          .init(), .init(memos: [.init(id: 1, text: "")]), .init(memos: [.init(id: 2, text: "")]),
          .init(memos: [.init(id: 1, text: "a")]), .init(selection: 1),
        ]))
    #expect(
      allDiffer(
        ShopFeature(),
        [
          .init(), .init(products: ["a", "b"]), .init(products: ["b", "a"]),
          .init(products: ["ab"]),
        ]))
    #expect(
      allDiffer(
        SearchFeature(),
        [.init(), .init(query: "a"), .init(results: ["a"]), .init(isLoading: true)]))
    let numbers = Array(0..<32)
    #expect(
      allDiffer(
        FavoritesFeature(),
        [
          .init(), .init(count: 1), .init(favorites: numbers.reversed()),
          .init(favorites: [1] + numbers.dropFirst()),
        ]))
    #expect(
      allDiffer(
        EchoFeature(), [.init(), .init(asked: 1), .init(answered: 1), .init(sum: 1)]))
    #expect(allDiffer(LingerFeature(), [.init(), .init(begun: 1), .init(ended: 1)]))
  }

  @Test func `a change of any field of the primes changes the digest`() {
    let day = SimulatedClock.firstReading
    var answered = PrimesFeature.State()
    answered.nthPrime = 2
    var asking = PrimesFeature.State()
    asking.isNthPrimeRequested = true
    let states: [PrimesFeature.State] = [
      .init(), answered, asking, .init(count: 1), .init(favoritePrimes: [2]),
      .init(favoritePrimes: [2, 3]), .init(favoritePrimes: [3, 2]),
      .init(loggedInUser: .init(id: 1, name: "Ada")),
      .init(loggedInUser: .init(id: 1, name: "Bob")),
      .init(loggedInUser: .init(id: 2, name: "Ada")),
      .init(activityFeed: [.init(timestamp: day, change: .added(2))]),
      .init(activityFeed: [.init(timestamp: day, change: .removed(2))]),
      .init(activityFeed: [.init(timestamp: day + 1, change: .added(2))]),
    ]
    #expect(allDiffer(PrimesFeature(), states))
  }

  /// Returns whether equal states have equal fingerprints during a run.
  func agrees<F: Feature>(_ feature: F) -> Bool {
    var previous = feature.initialState
    var agrees = true
    _ = fold(feature, actions(of: feature, count: 2000)) { state in
      let isSame = state == previous
      agrees = agrees && isSame == (digest(feature, state) == digest(feature, previous))
      if isSame {
        agrees = agrees && feature.drawn(state, slot: 0) == feature.drawn(previous, slot: 0)
        agrees = agrees && feature.derived(state, slot: 0) == feature.derived(previous, slot: 0)
      }
      previous = state
    }
    return agrees
  }

  @Test func `digests are equal if and only if states are`() {
    for module in allModules {
      let isSame = agrees(module)
      #expect(isSame, "\(module)")
    }
    #expect(agrees(LingerFeature(maxInFlight: 3)))
  }

  @Test func `a screen depends on the visible part of the state`() {
    let notes = NotesFeature()
    let hidden = NotesFeature.State(memos: [.init(id: 1, text: "abc"), .init(id: 2, text: "def")])
    var edited = hidden
    edited.memos[1].text = "xyz"
    #expect(notes.drawn(hidden) == notes.drawn(edited))
    edited.memos[1].text = "longer"
    #expect(notes.drawn(hidden) != notes.drawn(edited))
    let shop = ShopFeature()
    let one = ShopFeature.State(products: ["a", "b"])
    let other = ShopFeature.State(products: ["b", "a"])
    #expect(shop.drawn(one) != shop.drawn(other))
    #expect(shop.derived(one) == shop.derived(other))
  }
}
