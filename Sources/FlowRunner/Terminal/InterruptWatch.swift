import Dispatch
import Foundation
import Synchronization

/// Handles SIGINT and SIGTERM, so that a run can keep its rows.
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

  /// The exit code after an interruption: that of the signal.
  package static var exitCode: Int32 { 128 + last.load(ordering: .relaxed) }

  /// Handles the signals until `end()`.
  ///
  /// Created before anything else, because ignoring a signal also discards a pending one. After
  /// that no signal is lost: every thread blocks them, and a blocked signal stays pending until its
  /// dispatch source receives it.
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

  /// A Boolean value that indicates whether a signal has come.
  package var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

  /// Calls `action` when a signal comes, or immediately if one has come.
  ///
  /// - Returns: The argument of `forget(_:)`.
  package func onInterrupt(_ action: @escaping @Sendable () -> Void) -> Int {
    let (isLate, number) = state.withLock { state in
      state.count += 1
      state.actions[state.count] = action
      return (state.isInterrupted, state.count)
    }
    if isLate { action() }
    return number
  }

  /// Cancels the call of an action on an interruption.
  package func forget(_ number: Int) { state.withLock { $0.actions[number] = nil } }

  /// Restores the default handling.
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
