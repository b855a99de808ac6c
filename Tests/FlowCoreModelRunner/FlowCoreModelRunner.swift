import FlowCoreModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Compares FlowCore's store with its model in any number of random programs.
enum FlowCoreModelRunner {
  // Unsafe: written by the main thread, and read when that is stopped.
  /// The seed that is tried.
  nonisolated(unsafe) private static var seed: UInt64 = 0
  nonisolated(unsafe) private static var first: UInt64 = 0

  static func main() {
    let words = CommandLine.arguments.dropFirst()
    guard words.count == 3, let start = UInt64(words[2]), let count = UInt64(words[3]), count > 0,
      ["programs", "schedules", "observers"].contains(words[1])
    else {
      say("usage: flowcore-model programs|schedules|observers FIRST-SEED COUNT")
      exit(1)
    }
    let step = max(count / 20, 1)
    first = start
    var uncertain = 0
    nameSeedWhenStopped()
    for seed in first..<(first + count) {
      self.seed = seed
      do {
        switch words[1] {
        case "schedules": try ScheduleCheck.check(seed: seed)
        case "observers": try ObserverCheck.check(seeds: seed..<(seed + 1))
        default: uncertain += try ProgramCheck.check(seeds: seed..<(seed + 1))
        }
      } catch {
        say("\(place): \(error)")
        exit(2)
      }
      if (seed - first + 1) % step == 0 { say("\(seed - first + 1) of \(count)") }
    }
    print("\(count) \(words[1]) from seed \(first): no difference")
    if words[1] == "programs" {
      let share = Double(uncertain * 10_000 / Int(count)) / 100
      print("the ends of \(uncertain) (\(share) %) are not certain, and were not compared")
    }
  }

  private static var place: String { "seed \(seed), after \(seed - first) without a difference" }

  /// Prints the seed if a precondition fails or a signal ends the process.
  private static func nameSeedWhenStopped() {
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGTERM] {
      signal(number) { number in
        FlowCoreModelRunner.say(
          "\(FlowCoreModelRunner.place): the process was stopped by signal \(number)")
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  private static func say(_ text: String) {
    var line = text + "\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
