import Dispatch
import Foundation
import Synchronization

/// Notices Ctrl-C and a polite request to end, and lets the run finish its books.
package final class InterruptWatch: Sendable {
  private struct State {
    var isInterrupted = false
    var actions: [Int: @Sendable () -> Void] = [:]
    var count = 0
  }
  private let state = Mutex(State())
  // Unchecked: set once in `init`, cancelled once in `end`; a source is thread-safe itself.
  private nonisolated(unsafe) var sources: [any DispatchSourceSignal] = []

  private static let signals = [SIGINT, SIGTERM]
  /// The last signal that came: of the process, as signals are.
  private static let last = Atomic(SIGINT)

  /// The exit code of a process that was interrupted: that of one that the signal has ended.
  package static var exitCode: Int32 { 128 + last.load(ordering: .relaxed) }

  /// Takes the signals over until `end`.
  ///
  /// Made before anything is: ignoring a signal also throws away one that has come already. From
  /// then on none is lost, since every thread of this program blocks them and a blocked signal waits
  /// for the source that reads it.
  package init() {
    for number in Self.signals {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [weak self] in
        Self.last.store(number, ordering: .relaxed)
        self?.interrupt()
      }
      source.resume()
      sources.append(source)
    }
  }

  /// Whether a signal has come.
  package var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

  /// Calls `action` when a signal comes, or at once if one has.
  ///
  /// - Returns: What `forget` takes.
  package func onInterrupt(_ action: @escaping @Sendable () -> Void) -> Int {
    let (isLate, number) = state.withLock { state in
      state.count += 1
      state.actions[state.count] = action
      return (state.isInterrupted, state.count)
    }
    if isLate { action() }
    return number
  }

  /// Does not call that action any more.
  package func forget(_ number: Int) { state.withLock { $0.actions[number] = nil } }

  /// Gives the signals back.
  package func end() {
    for source in sources { source.cancel() }
    for number in Self.signals { signal(number, SIG_DFL) }
  }

  private func interrupt() {
    let actions = state.withLock { state in
      state.isInterrupted = true
      return state.actions
    }
    for (_, action) in actions { action() }
  }
}
