import FlowCoreModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Holds FlowCore's store against its model, for as many random programs as one likes.
enum FlowCoreModelRunner {
  static func main() {
    let words = CommandLine.arguments.dropFirst()
    guard words.count == 3, let first = UInt64(words[2]), let count = UInt64(words[3]), count > 0,
      ["programs", "schedules"].contains(words[1])
    else {
      say("usage: flowcore-model programs|schedules FIRST-SEED COUNT")
      exit(1)
    }
    let isSchedules = words[1] == "schedules"
    let step = max(count / 20, 1)
    for seed in first..<(first + count) {
      do {
        if isSchedules {
          try ScheduleCheck.check(seed: seed)
        } else {
          try ProgramCheck.check(seeds: seed..<(seed + 1))
        }
      } catch {
        say("seed \(seed), after \(seed - first) without a difference: \(error)")
        exit(2)
      }
      if (seed - first + 1) % step == 0 { say("\(seed - first + 1) of \(count)") }
    }
    print("\(count) \(words[1]) from seed \(first): no difference")
  }

  private static func say(_ text: String) {
    var line = text + "\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
