/// Why there is no number of instructions, or no exact one.
public enum InstructionCounterUnavailable: Error, Equatable, Sendable {
  /// This process runs on the processor, and the kernel does not count for it.
  case noCounter(PerfEventRefusal)
  /// This process runs under valgrind, and callgrind does not count for it.
  case callgrind(CallgrindFault)
  /// The kernel's counter could not be read.
  case notRead
  /// The kernel let the counter take turns with others, so that part of the window is missing.
  case tookTurns

  /// What a person can do about it; nil when nothing.
  public var remedy: String? {
    switch self {
    case .noCounter(let refusal): refusal.remedy
    case .tookTurns: "end other programs that count, such as perf"
    case .callgrind, .notRead: nil
    }
  }
}

extension InstructionCounterUnavailable: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .noCounter(let refusal): "\(refusal), and this process does not run under callgrind"
    case .callgrind(let fault): fault.description
    case .notRead: "the kernel's counter could not be read"
    case .tookTurns: "the kernel's counter had to take turns with others"
    }
  }
}
