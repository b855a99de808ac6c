import CKnownWork
import Dispatch
import Platform
import Synchronization

/// A process whose instructions are known, to be started as a trial is: it counts its own work and
/// prints a line for each window, a name and a number.
@main
enum InstructionProbe {
  static func main() {
    switch InstructionCounter.current() {
    case .failure(let reason): print("unavailable \(reason)")
    case .success(let counter):
      print("source \(counter.source.rawValue)")
      do { try count(counter) } catch { print("fault \(error)") }
    }
  }

  private static func count(
    _ counter: InstructionCounter
  ) throws(InstructionCounterUnavailable) {
    for name in ["nothing", "nothing-again"] {
      let counted = try counter.close(counter.open())
      print("\(name) \(counted)")
    }
    for rounds in [1_000, 11_000, 1_011_000] as [UInt64] {
      let window = try counter.open()
      known_work(rounds)
      let counted = try counter.close(window)
      print("rounds-\(rounds) \(counted)")
    }
    // Once outside of a window, so that what threads need only once has been made.
    precondition(known_work_on_threads(3, 1) != 0, "threads could not be started")
    for rounds in [1_000, 1_001_000] as [UInt64] {
      let window = try counter.open()
      precondition(known_work_on_threads(3, rounds) != 0, "threads could not be started")
      let counted = try counter.close(window)
      print("threads-\(rounds) \(counted)")
    }
    // Likewise twice: the first time Dispatch makes its queues and threads.
    for name in ["first-hand-over", "hand-over"] {
      print("\(name) \(try handOver(counter).get())")
    }
  }

  /// Opens on this thread and closes on another, as a trial of an asynchronous store may.
  private static func handOver(
    _ counter: InstructionCounter
  ) throws(InstructionCounterUnavailable) -> Result<UInt64, InstructionCounterUnavailable> {
    let counted = Mutex<Result<UInt64, InstructionCounterUnavailable>>(.success(0))
    let window = try counter.open()
    known_work(1_000_000)
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      known_work(1_000_000)
      let result = Result { () throws(InstructionCounterUnavailable) in
        try counter.close(window)
      }
      counted.withLock { $0 = result }
    }
    group.wait()
    return counted.withLock { $0 }
  }
}
