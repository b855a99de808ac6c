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

  private static let signals = [SIGINT, SIGTERM]
  /// The last signal that came: of the process, as signals are.
  private static let last = Atomic(SIGINT)
  /// The watches that have not ended.
  private static let watches = Mutex<[ObjectIdentifier: InterruptWatch]>([:])
  // Unchecked: a source is thread-safe itself. The sources live until the process ends, because on
  // Linux a signal does not reach a second source after the first one has been cancelled.
  private nonisolated(unsafe) static let sources: [any DispatchSourceSignal] = signals.map {
    number in
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler { received(number) }
    source.resume()
    return source
  }

  /// The exit code after an interruption: that of the signal.
  package static var exitCode: Int32 { 128 + last.load(ordering: .relaxed) }

  /// Handles the signals until `end()`.
  ///
  /// Created before anything else, because ignoring a signal also discards a pending one. After
  /// that no signal is lost: every thread blocks them, and a blocked signal stays pending until its
  /// dispatch source receives it.
  /// If a signal has come to another watch that has not ended, it counts for this one, too.
  package init() {
    let isLate = Self.watches.withLock { watches in
      defer { watches[ObjectIdentifier(self)] = self }
      return watches.values.contains(where: \.isInterrupted)
    }
    if isLate { state.withLock { $0.isInterrupted = true } }
    _ = Self.sources
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

  /// Ends the watch. Without another one, a signal ends the process.
  package func end() { Self.watches.withLock { $0[ObjectIdentifier(self)] = nil } }

  private static func received(_ number: Int32) {
    last.store(number, ordering: .relaxed)
    let all = watches.withLock(\.self)
    if all.isEmpty { _exit(exitCode) }
    for watch in all.values { watch.interrupt() }
  }

  private func interrupt() {
    let actions = state.withLock { state in
      state.isInterrupted = true
      return state.actions
    }
    for (_, action) in actions { action() }
  }
}
