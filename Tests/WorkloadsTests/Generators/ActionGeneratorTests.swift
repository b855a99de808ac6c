import Testing
import Workloads

@Suite struct ActionGeneratorTests {
  static let distributions: [Distribution] = [
    .uniform, .zipf(exponent: 1), .hotspot(slots: 0.1, actions: 0.9), .burst(meanLength: 8),
    .session(users: 8),
  ]

  /// `count` actions, filled into buffers of `size`.
  func filled<F: Feature>(
    _ feature: F, _ distribution: Distribution, count: Int, size: Int
  ) -> [F.Action] {
    var generator = ActionGenerator(feature: feature, distribution: distribution, seed: 9)
    let buffer = UnsafeMutableBufferPointer<F.Action>.allocate(capacity: size)
    defer { buffer.deallocate() }
    var actions: [F.Action] = []
    while actions.count < count {
      let part = UnsafeMutableBufferPointer(rebasing: buffer[..<min(size, count - actions.count)])
      generator.fill(part)
      actions += part
      part.deinitialize()
    }
    return actions
  }

  @Test(arguments: distributions, [1, 7, 64])
  func `the sizes of buffers do not change the sequence`(distribution: Distribution, size: Int) {
    let feature = AppFeature(copies: 4)
    let whole = filled(feature, distribution, count: 1000, size: 1000)
    #expect(filled(feature, distribution, count: 1000, size: size) == whole)
    #expect(actions(of: feature, distribution, seed: 9, count: 1000) == whole)
  }

  @Test func `an empty buffer uses no actions`() {
    var generator = ActionGenerator(
      feature: CounterFeature(), distribution: .uniform, seed: 1)
    generator.fill(UnsafeMutableBufferPointer(start: nil, count: 0))
    #expect(generator.next() == actions(of: CounterFeature(), count: 1)[0])
  }

  @Test(arguments: distributions) func `another seed gives other actions`(
    distribution: Distribution
  ) {
    let feature = AppFeature(copies: 4)
    let one = actions(of: feature, distribution, seed: 1, count: 200)
    #expect(one == actions(of: feature, distribution, seed: 1, count: 200))
    #expect(one != actions(of: feature, distribution, seed: 2, count: 200))
  }

  @Test func `another distribution does not change the actions of a single slot`() {
    let feature = PrimesFeature()
    let expected = actions(of: feature, .uniform, count: 500)
    #expect(actions(of: feature, .zipf(exponent: 2), count: 500) == expected)
    #expect(actions(of: feature, .burst(meanLength: 3), count: 500) == expected)
  }

  @Test func `popular slots get most actions of sessions, and all slots get some`() {
    let generated = actions(
      of: Copies(CounterFeature(), count: 100), .session(users: 8), count: 100_000)
    let counts = generated.reduce(into: Array(repeating: 0, count: 100)) { $0[$1.index] += 1 }
    #expect(counts[0] > 10 * counts[50])
    #expect(counts.allSatisfy { $0 > 0 })
  }
}
