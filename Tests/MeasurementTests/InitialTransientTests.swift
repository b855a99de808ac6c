import Testing

@testable import Measurement

@Suite struct InitialTransientTests {
  /// White's rule as it is written: all errors, each from scratch.
  private func leastError(_ values: [Double]) -> Int {
    let errors = (0...values.count / 2).map { length in
      let rest = values.dropFirst(length)
      let mean = rest.reduce(0, +) / Double(rest.count)
      return rest.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(rest.count * rest.count)
    }
    return errors.indices.min { errors[$0] < errors[$1] } ?? 0
  }

  @Test func `a step is cut where it ends`() {
    let steady = (0..<20).map { 100 + Double($0 % 3) }
    #expect(InitialTransient.length(of: [50, 52, 51] + steady) == 3)
    #expect(InitialTransient.length(of: [150] + steady) == 1)
    #expect(InitialTransient.length(of: steady) == 0)
  }

  @Test func `nine values are left as they are`() {
    let values = [9.0, 1, 1, 1, 1, 1, 1, 1, 1]
    #expect(InitialTransient.length(of: values) == 0)
    #expect(InitialTransient.length(of: values + [1]) == 1)
    #expect(InitialTransient.length(of: []) == 0)
  }

  @Test func `what differs by less than 2 per cent stays`() {
    let rest = [Double](repeating: 100, count: 15)
    #expect(InitialTransient.length(of: [101.9] + rest) == 0)
    #expect(InitialTransient.length(of: [102.1] + rest) == 1)
    #expect(InitialTransient.length(of: [98.1] + rest) == 0)
    #expect(InitialTransient.length(of: [97.9] + rest) == 1)
  }

  // The rest alternates by 1 around 100: its scatter is 1.4826, and the error of one value against
  // 20 is 1.519, of which four are 6.08.
  @Test func `what differs by fewer than four errors stays`() {
    let rest = (0..<20).map { $0 % 2 == 0 ? 99.0 : 101 }
    #expect(InitialTransient.length(of: [105.9] + rest) == 0)
    #expect(InitialTransient.length(of: [106.2] + rest) == 1)
  }

  @Test func `cuts where White's rule does, or nothing`() {
    var random = Congruential(state: 21)
    for size in [10, 11, 32, 65] {
      for start in [0.0, 1, 5, 30] {
        let values = (0..<size).map { 1e6 + start / Double($0 + 1) + random.normal() }
        let length = InitialTransient.length(of: values.map { $0 - 1e6 + 10 })
        #expect(length == 0 || length == leastError(values), "\(size) \(start)")
      }
    }
  }

  @Test func `of steady loads few are cut, of those that begin half as fast most`() {
    var random = Congruential(state: 22)
    var steady = 0
    var warming = 0
    for _ in 0..<400 {
      let noise = (0..<32).map { _ in 1 + 0.03 * random.normal() }
      if InitialTransient.length(of: noise) > 0 { steady += 1 }
      var start = 1.0
      let values = noise.map { value in
        defer { start *= 0.6 }
        return value * (1 - start / 2)
      }
      if InitialTransient.length(of: values) > 0 { warming += 1 }
    }
    #expect(steady <= 20, "\(steady)")
    #expect(warming >= 380, "\(warming)")
  }
}
