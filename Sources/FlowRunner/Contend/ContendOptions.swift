/// What a person asked of `flowbench contend`, not yet checked; `nil` leaves it to the standard.
package struct ContendOptions: Sendable {
  /// What is driven; lists sweep. Nobody asks for workloads, since the stores hold what proves that
  /// nothing is lost, nor for affinities, since workers need cores of their own.
  package var selection = RunOptions()
  /// Numbers of workers that send at once, as fast as they can, each a real thread or task.
  package var workers: [Int]?
  /// How long they send, as `2s`.
  package var duration: String?
  /// Fresh processes for each scenario and number of workers.
  package var rounds: Int?

  /// Nothing but defaults.
  package init() {}
}

extension Bounds {
  /// Workers that send at once.
  static let workers = 1...64
}
