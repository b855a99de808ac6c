import Testing
import Workloads

@Suite struct CopiesTests {
  let copies = Copies(PrimesFeature(dependencies: .simulated()), count: 5)

  func slotDigest<F: Feature>(_ feature: F, _ state: F.State, _ slot: Int) -> UInt64 {
    var digest = Digest()
    feature.digest(state, slot: slot, into: &digest)
    return digest.value
  }

  @Test func `an action changes its slot only`() {
    let before = copies.initialState
    let after = reduced(copies, .init(index: 3, action: .counter(.increment)))
    for slot in 0..<5 {
      #expect((slotDigest(copies, before, slot) != slotDigest(copies, after, slot)) == (slot == 3))
      #expect((copies.drawn(before, slot: slot) != copies.drawn(after, slot: slot)) == (slot == 3))
    }
  }

  @Test func `an answer is for the slot of its request`() throws {
    let action = Copies<PrimesFeature>.Action(index: 2, action: .counter(.nthPrimeRequested))
    let state = reduced(copies, action)
    let request = try #require(copies.request(for: action, after: state))
    #expect(request == .init(index: 2, request: .nthPrime(0)))
    #expect(
      copies.perform(request) == .init(index: 2, action: .counter(.nthPrimeAnswered(nil))))
  }

  @Test func `a generated action is for the given slot`() {
    var cursor = copies.initialCursor
    var random = SplitMix64(seed: 1)
    for slot in 0..<5 {
      let action = copies.nextAction(
        slot: slot, cursor: &cursor, style: .independent, using: &random)
      #expect(action?.index == slot)
    }
  }

  @Test func `one copy behaves as the module`() {
    let base = CounterFeature()
    let one = Copies(base, count: 1)
    let expected = actions(of: base, count: 1000)
    let wrapped = actions(of: one, count: 1000)
    #expect(wrapped.map { $0.action } == expected)
    #expect(fold(one, wrapped).state.features == [fold(base, expected).state])
    #expect(trail(one, wrapped) == trail(base, expected))
  }
}
