import Foundation

/// The growth of a time with a size, over the fresh processes of a run.
package enum SizeGrowth {
  /// Returns a formula: `355 ns + 16.2 ns per copy (15.9 to 16.5)`.
  ///
  /// The formula is the simplest one that is within a quarter of the time at every size, and a power
  /// law if there is none: `n^0.76 ±0.05 for n features`. The times of a formula are those of tables:
  /// geometric means of the processes. Its interval is that of the slope, or of a constant, and
  /// comes from the jackknife over the processes of each size.
  ///
  /// - Parameters:
  ///   - times: The sizes, and one time for each process, above 0 and finite, in nanoseconds.
  ///   - name: What a size counts.
  /// - Returns: `nil` with fewer than 3 different sizes above 0, with a size that occurs twice, and
  ///   if a time is not above 0 and finite.
  /// - Complexity: O(*n*²).
  package static func text(
    _ times: [(size: Int, processes: [Double])], of name: FittedGrowth.SizeName
  ) -> String? {
    let times = times.filter { $0.size > 0 && !$0.processes.isEmpty }.sorted { $0.size < $1.size }
    let sizes = times.map(\.size)
    let points = times.flatMap { time in time.processes.map { (Double(time.size), $0) } }
    guard Set(sizes).count == sizes.count, let power = PowerLawFit(points) else { return nil }
    let costs = times.map { mean($0.processes) }
    let isRepeated = times.allSatisfy { $0.processes.count > 1 }
    // Without repetitions, the times are taken as exact.
    let replicas = (isRepeated ? times : []).enumerated().map { index, time in
      time.processes.indices.map { left in
        var replica = costs
        var others = time.processes
        others.remove(at: left)
        replica[index] = mean(others)
        return replica
      }
    }
    let fit = GrowthFit(sizes: sizes, costs: costs, unit: .time, name: name, replicas: replicas)
    return fit.nearestGrowth?.description ?? "\(power) for n \(name.many)"
  }

  private static func mean(_ processes: [Double]) -> Double {
    exp(IndependentComparison.mean(processes.map { log($0) }))
  }
}
