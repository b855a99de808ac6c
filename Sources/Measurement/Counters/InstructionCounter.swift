/// Counts the instructions that this process executes in user space, on all threads.
///
/// It stands for whoever can count here: the processor, through the kernel, or callgrind. Both are
/// exact and repeatable where the program is; a store that hops between threads executes what its
/// locks and queues happen to ask for, and no counter can make that repeatable.
///
/// Never in the timing pass: callgrind makes a program fifty times slower. One window at a time.
public struct InstructionCounter: Sendable {
  /// Where counts come from: the processor itself, or the valgrind tool that executes the program.
  public enum Source: String, Sendable {
    /// The processor's own counter, read by `perf_event_open`.
    case perf
    /// Valgrind's callgrind, which executes the program.
    case callgrind
  }

  /// A window that is open.
  public struct Window: Sendable {
    fileprivate var start: PerfEventReading?
  }

  private enum Meter {
    case perf(PerfEventCounter)
    case callgrind(CallgrindCounter)
  }

  private let meter: Meter

  /// Where this counter's numbers come from; callgrind whenever valgrind executes the process.
  public var source: Source {
    switch meter {
    case .perf: .perf
    case .callgrind: .callgrind
    }
  }

  /// The counter of this process, ready to use.
  ///
  /// Callgrind comes first when it is there, for the kernel would then count what valgrind executes.
  /// Make it as late as possible: every thread that exists costs a system call at both ends of a
  /// window when the kernel counts.
  ///
  /// - Returns: The counter, or why there is none.
  /// - Complexity: One empty window; under callgrind some 60 ms.
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
    guard Valgrind.isRunning else {
      do { return .perf(try PerfEventCounter(.instructions)) } catch { throw .noCounter(error) }
    }
    do { return .callgrind(try CallgrindCounter()) } catch { throw .callgrind(error) }
  }

  /// Begins a window.
  ///
  /// - Precondition: No window is open.
  public func open() throws(InstructionCounterUnavailable) -> Window {
    switch meter {
    case .callgrind(let counter):
      counter.open()
      return Window(start: nil)
    case .perf(let counter):
      guard let start = counter.reading() else { throw .notRead }
      return Window(start: start)
    }
  }

  /// Ends a window.
  ///
  /// - Returns: Instructions executed between the end of ``open()`` and the begin of this call, and
  ///   the few that a window has by itself. Their number depends on what surrounds both calls: a
  ///   caller who minds them closes an empty window on the same path.
  /// - Throws: Why there is no exact number.
  public func close(_ window: Window) throws(InstructionCounterUnavailable) -> UInt64 {
    switch meter {
    case .callgrind(let counter):
      do { return try counter.close() } catch { throw .callgrind(error) }
    case .perf(let counter):
      guard let start = window.start, let end = counter.reading() else { throw .notRead }
      guard let exact = end.exactCount(since: start) else { throw .tookTurns }
      return exact
    }
  }
}
