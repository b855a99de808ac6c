import Testing
import Workloads

@Suite struct FavoritesFeatureTests {
  private let feature = FavoritesFeature()

  @Test func `steps change the count`() {
    let state = reduced(feature, .increment(by: 3), .decrement(by: 1), from: .init(count: 5))
    #expect(state == .init(count: 7))
  }

  @Test func `a replacement writes one position`() {
    let state = reduced(feature, .replace(at: 31, with: 7), .replace(at: 0, with: -1))
    #expect(state.favorites == [-1] + Array(1..<31) + [7])
    #expect(state.count == 0)
  }

  @Test func `every position of the 32 favourites is written`() {
    let generated = actions(of: feature, count: 5000)
    _ = fold(feature, generated) { #expect($0.favorites.count == 32) }
    let written = generated.compactMap { action -> Int? in
      if case .replace(let position, _) = action { position } else { nil }
    }
    #expect(Set(written) == Set(0..<32))
  }

  @Test func `a third of independent actions writes a favourite`() {
    var counts = [0, 0, 0]
    for action in actions(of: feature, count: 30_000) {
      switch action {
      case .increment: counts[0] += 1
      case .decrement: counts[1] += 1
      case .replace: counts[2] += 1
      }
    }
    for count in counts { #expect(abs(count - 10_000) < 300, "\(counts)") }
  }

  /// Returns the address of the favourites.
  private func address(_ favorites: [Int]) -> UnsafeRawPointer? {
    favorites.withUnsafeBytes { $0.baseAddress }
  }

  @Test func `a write does not copy the array`() {
    var state = feature.initialState
    let before = address(state.favorites)
    for action in actions(of: feature, count: 100) { feature.reduce(into: &state, action: action) }
    #expect(address(state.favorites) == before)
  }

  @Test func `copies do not share an array at the start`() {
    let copies = Copies(feature, count: 3).initialState.features
    #expect(Set(copies.map { address($0.favorites) }).count == 3)
  }
}
