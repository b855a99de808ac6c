import Measurement
import Synchronization

/// Verifies some cases in a process of their own.
struct VerifyProcess: Sendable {
  /// The program that answers to the hidden subcommand.
  let executable: String
  /// Whether the stores ask which thread they are on.
  let keepsMainThread: Bool

  /// How the process ended.
  enum Ending: Equatable, Sendable {
    case finished(PrintedText)
    /// It crashed, or said nothing that can be read.
    case failed(reason: String)
    /// It said nothing for too long, and was stopped.
    case hung
    case interrupted
  }

  /// When the process was heard last.
  private final class LastHeard: Sendable {
    private let lastNs = Atomic(MonotonicClock.nowNs())

    func hear() { lastNs.store(MonotonicClock.nowNs(), ordering: .relaxed) }

    /// How long it has said nothing.
    var silentNs: UInt64 { MonotonicClock.nowNs() - lastNs.load(ordering: .relaxed) }
  }

  /// Runs the cases.
  ///
  /// - Parameter hear: Takes what the process says, as it comes.
  func run(
    _ request: VerifyRequest, hear: @escaping @Sendable (VerifyMessage) -> Void
  ) async -> Ending {
    let child = TalkingProcess(
      executable: executable,
      arguments: [VerifyChild.command] + (keepsMainThread ? [TrialChild.runLoopFlag] : []))
    let last = LastHeard()
    return await withTaskGroup(of: Ending?.self) { group in
      group.addTask {
        let ending: TalkingProcess.Ending<PrintedText> = await child.run(request) {
          (message: VerifyMessage) -> PrintedText? in
          last.hear()
          hear(message)
          guard case .finished(let printed) = message else { return nil }
          return printed
        }
        return switch ending {
        case .finished(let printed): .finished(printed)
        case .failed(let reason): .failed(reason: reason)
        case .interrupted: .interrupted
        }
      }
      group.addTask {
        let limitNs = UInt64(request.settings.limitSeconds * 1e9)
        while !Task.isCancelled {
          let silentNs = last.silentNs
          guard silentNs < limitNs else { return .hung }
          try? await Task.sleep(nanoseconds: limitNs - silentNs)
        }
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return Task.isCancelled ? .interrupted : first ?? .interrupted
    }
  }
}
