/// A job that is ready to run.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct ReadyJob {
  let job: UnownedJob
  /// The actor that the job is isolated to, if any.
  // Unmanaged, because a job that runs on an actor retains the actor, which retains the executor.
  let actor: Unmanaged<VirtualSerialExecutor>?
}

/// The jobs that are ready, and the choice of the next one.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct ReadyJobs {
  private var jobs: [ReadyJob] = []
  /// The index of the oldest job in order of arrival; 0 in seeded order.
  private var first = 0
  private let isSeeded: Bool
  private var generator: SeededGenerator
  /// The number of jobs that were chosen.
  private(set) var chosenCount = 0
  /// A hash of all choices. Equal for runs with equal choices; different otherwise, except with
  /// probability 2⁻⁶⁴.
  private(set) var fingerprint: UInt64 = 0xcbf2_9ce4_8422_2325

  init(seed: UInt64, order: VirtualExecutor.Order) {
    generator = SeededGenerator(seed: seed)
    isSeeded = order == .seeded
  }

  private var count: Int { jobs.count - first }

  mutating func append(_ job: ReadyJob) { jobs.append(job) }

  /// Removes and returns the next job; `nil` if none is ready.
  ///
  /// - Complexity: O(1), amortized.
  mutating func popNext() -> ReadyJob? {
    let count = count
    guard count > 0 else { return nil }
    chosenCount &+= 1
    guard isSeeded else { return popFirst(of: count) }
    // The generator is used only if there is a choice.
    let choice = count == 1 ? 0 : below(count)
    record(choice, of: count)
    let job = jobs[choice]
    jobs[choice] = jobs[count - 1]
    jobs.removeLast()
    return job
  }

  private mutating func popFirst(of count: Int) -> ReadyJob {
    record(0, of: count)
    let job = jobs[first]
    first += 1
    if first == jobs.count {
      jobs.removeAll(keepingCapacity: true)
      first = 0
    } else if first >= 4_096, first * 2 >= jobs.count {
      // Moves at most as many jobs as were removed.
      jobs.removeSubrange(..<first)
      first = 0
    }
    return job
  }

  /// One round of FNV-1a for each choice, on words instead of bytes.
  private mutating func record(_ choice: Int, of count: Int) {
    fingerprint =
      (fingerprint ^ UInt64(truncatingIfNeeded: choice &+ count &<< 32))
      &* 0x0000_0100_0000_01b3
  }

  /// Returns a number from 0 to `bound` − 1, uniform except for a bias of `bound` / 2⁶⁴.
  private mutating func below(_ bound: Int) -> Int {
    Int(generator.next().multipliedFullWidth(by: UInt64(bound)).high)
  }
}

/// The SplitMix64 generator: Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014.
package struct SeededGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
