import FlowHarness
import Platform
import Synchronization

/// What the machine does while a load goes on: when it stands still, and what it gives to others.
final class MachineWatch: Sendable {
  private let watch: PauseWatch?
  private let last = Mutex(Last())

  private struct Last {
    var pauses = 0
    var time: ProcessorTime?
  }

  /// Watches from now on.
  ///
  /// - Parameter cores: Cores that the load does not use; `nil`: there are none, so that nobody can watch.
  init(on cores: CoreAffinity?) {
    watch = cores.map { PauseWatch(on: $0) }
    last.withLock { $0.time = ProcessorTime.current }
  }

  /// Adds what has happened since the second before.
  func fill(_ second: inout LoadSecond) {
    let pauses = watch?.pauses
    let now = ProcessorTime.current
    last.withLock { last in
      second.pausedNs = pauses.map {
        $0.dropFirst(last.pauses).reduce(0) { $0 + $1.lengthNs }
      }
      if let now, let before = last.time, now.stolen >= before.stolen {
        second.stolenNs = (now.stolen - before.stolen) * ProcessorTime.tickNs
      }
      last = Last(pauses: pauses?.count ?? 0, time: now)
    }
  }

  /// Receives seconds with what the machine did in them.
  static func watching(
    _ machine: MachineWatch?, _ report: @escaping @Sendable (LoadSecond) -> Void
  ) -> @Sendable (LoadSecond) -> Void {
    guard let machine else { return report }
    return { second in
      var second = second
      machine.fill(&second)
      report(second)
    }
  }

  /// Stops watching.
  ///
  /// - Returns: When the machine stood still; `nil` where nobody could watch.
  func stop() -> [Pause]? { watch?.stop() }
}
