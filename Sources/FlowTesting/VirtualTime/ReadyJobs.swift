/// A part of a task that could run.
struct ReadyJob {
  let job: UnownedJob
  /// What it is isolated to; `nil` if to nothing.
  // Unmanaged: its actor holds it, and whoever runs on an actor holds that.
  let actor: Unmanaged<VirtualSerialExecutor>?
}

/// The jobs that could run now, and which of them is next: what a virtual executor decides, without
/// locks and without running anything.
struct ReadyJobs {
  private var jobs: [ReadyJob] = []
  /// Where the oldest is; what lies before it has run. Zero unless the order is that of arrival.
  private var first = 0
  private let isSeeded: Bool
  private var generator: SeededGenerator
  /// How many have been handed out.
  private(set) var handedOut = 0
  /// Of all choices so far: alike after two runs exactly if they chose alike, but for one chance in
  /// 2⁶⁴.
  private(set) var fingerprint: UInt64 = 0xcbf2_9ce4_8422_2325

  init(seed: UInt64, order: VirtualExecutor.Order) {
    generator = SeededGenerator(seed: seed)
    isSeeded = order == .seeded
  }

  /// How many could run.
  var count: Int { jobs.count - first }

  /// Adds the job that became ready last.
  mutating func append(_ job: ReadyJob) { jobs.append(job) }

  /// Takes out the next one; `nil` if none is ready.
  ///
  /// - Complexity: O(1), amortised.
  mutating func popNext() -> ReadyJob? {
    let count = count
    guard count > 0 else { return nil }
    handedOut &+= 1
    guard isSeeded else { return popFirst(of: count) }
    // A choice of one is none: the generator's numbers are kept for those that matter.
    let choice = count == 1 ? 0 : below(count)
    note(choice, of: count)
    let job = jobs[choice]
    jobs[choice] = jobs[count - 1]
    jobs.removeLast()
    return job
  }

  private mutating func popFirst(of count: Int) -> ReadyJob {
    note(0, of: count)
    let job = jobs[first]
    first += 1
    if first == jobs.count {
      jobs.removeAll(keepingCapacity: true)
      first = 0
    } else if first >= 4_096, first * 2 >= jobs.count {
      // Moves as many as have been taken out, at most.
      jobs.removeSubrange(..<first)
      first = 0
    }
    return job
  }

  /// One round of FNV-1a for each choice, over words instead of bytes.
  private mutating func note(_ choice: Int, of count: Int) {
    fingerprint =
      (fingerprint ^ UInt64(truncatingIfNeeded: choice &+ count &<< 32))
      &* 0x0000_0100_0000_01b3
  }

  /// A number from 0 to `bound` − 1, each as likely as the others but for `bound` in 2⁶⁴.
  private mutating func below(_ bound: Int) -> Int {
    Int(generator.next().multipliedFullWidth(by: UInt64(bound)).high)
  }
}

/// A SplitMix64 generator: Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
/// 2014.
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
