/// A counter of the instructions that this process executes in user space, on all threads.
///
/// The processor counts through the kernel, or callgrind does. Both are exact and repeatable where
/// the program is. Do not use it in the timing pass. One window at a time.
public struct InstructionCounter: Sendable {
  /// The source of the counts.
  public enum Source: String, Sendable {
    /// The processor's own counter, read by `perf_event_open`.
    case perf
    /// The processor's own counter, read by `proc_pid_rusage`. It includes the kernel's
    /// instructions.
    case rusage
    /// Valgrind's callgrind, which executes the program.
    case callgrind
  }

  /// A window that is open.
  public struct Window: Sendable {
    fileprivate var start: PerfEventReading?
    fileprivate var startCount: UInt64?
  }

  private enum Meter {
    case perf(PerfEventCounter)
    case rusage(ProcessInstructionCounter)
    case callgrind(CallgrindCounter)
  }

  private let meter: Meter

  /// The source of this counter's numbers; callgrind if valgrind executes the process.
  public var source: Source {
    switch meter {
    case .perf: .perf
    case .rusage: .rusage
    case .callgrind: .callgrind
    }
  }

  /// The counter of this process, ready to use.
  ///
  /// Create it late: if the kernel counts, each existing thread costs a system call at both ends of
  /// a window.
  ///
  /// - Returns: The counter, or the reason why there is none.
  /// - Complexity: One empty window; under callgrind about 60 ms.
  public static func current() -> Result<InstructionCounter, InstructionCounterUnavailable> {
    do {
      let counter = InstructionCounter(meter: try meter())
      // The first window looks up what it calls.
      _ = try counter.close(counter.open())
      return .success(counter)
    } catch {
      return .failure(error)
    }
  }

  private static func meter() throws(InstructionCounterUnavailable) -> Meter {
    if Valgrind.isRunning { return .callgrind(try CallgrindCounter()) }
    if let counter = ProcessInstructionCounter() { return .rusage(counter) }
    do {
      return .perf(try PerfEventCounter(.instructions))
    } catch {
      throw .init(
        "\(error), and this process does not run under callgrind", remedy: error.remedy)
    }
  }

  /// Begins a window.
  ///
  /// - Precondition: No window is open.
  public func open() throws(InstructionCounterUnavailable) -> Window {
    switch meter {
    case .callgrind(let counter):
      counter.open()
      return Window()
    case .rusage(let counter):
      guard let count = counter.reading() else { throw Self.notRead }
      return Window(startCount: count)
    case .perf(let counter):
      guard let start = counter.reading() else { throw Self.notRead }
      return Window(start: start)
    }
  }

  /// Ends a window.
  ///
  /// - Returns: Instructions executed since ``open()``, and a few that depend on the code around
  ///   both calls. Subtract an empty window on the same path.
  /// - Throws: The reason why there is no exact number.
  public func close(_ window: Window) throws(InstructionCounterUnavailable) -> UInt64 {
    switch meter {
    case .callgrind(let counter):
      return try counter.close()
    case .rusage(let counter):
      guard let end = counter.reading(), let start = window.startCount, end >= start else {
        throw Self.notRead
      }
      return end - start
    case .perf(let counter):
      guard let start = window.start, let end = counter.reading() else {
        throw Self.notRead
      }
      guard let exact = end.exactCount(since: start) else {
        throw .init(
          "the kernel's counter had to take turns with others",
          remedy: "end other programs that count, such as perf")
      }
      return exact
    }
  }

  private static let notRead = InstructionCounterUnavailable(
    "the kernel's counter could not be read")
}

/// The reason why instructions are not counted, or not exactly, and what to do.
public struct InstructionCounterUnavailable: Error, Equatable, Sendable, CustomStringConvertible {
  /// The reason in words.
  public let description: String
  /// A remedy for the user, if there is one.
  public let remedy: String?

  init(_ description: String, remedy: String? = nil) {
    self.description = description
    self.remedy = remedy
  }
}
