import FlowResults
import Foundation
import Subprocess
import SystemPackage

/// A fresh process of the same executable that does one task.
///
/// Every measurement is made in one of these: with its own heap and caches, and without harm to finished rows
/// if it crashes or hangs.
struct ChildProcess: Sendable {
  /// The program with the subcommand `child`.
  let executable: String
  /// A Boolean value that indicates whether its main thread runs a run loop, for stores that check the thread.
  var keepsMainThread = false
  /// The number of seconds without a message after which it is stopped.
  var limitSeconds = Self.standardLimitSeconds
  /// The number of seconds at the start without a limit: a load without arrivals has no messages.
  var quietSeconds = 0.0
  /// The variables that are added to this environment.
  var environment = Self.measuring
  /// The tool that starts the program, if any.
  var launcher: Launcher?
  /// Receives its standard error.
  var takeErrors: @Sendable (String) -> Void = { StandardError.pass($0) }

  /// A tool that starts a program, such as one that counts its instructions.
  struct Launcher: Sendable {
    var executable: String
    /// The arguments of the tool, and the program.
    var prefix: [String] = []
    /// Further variables of the environment.
    var environment: [String: String] = [:]
  }

  /// A minute: a load sends a message each second, and the slowest trial of a suite takes half a minute.
  static let standardLimitSeconds = 60.0

  /// The variables of every process that measures.
  static let measuring: [Environment.Key: String?] = [
    // Seeded hashing alone doubles the noise.
    "SWIFT_DETERMINISTIC_HASHING": "1",
    // A backtrace of a crash takes seconds.
    "SWIFT_BACKTRACE": "enable=no",
  ]

  /// The end of a process.
  enum Ending<Outcome: Equatable & Sendable>: Equatable, Sendable {
    case finished(Outcome)
    /// It crashed, or its messages cannot be read.
    case failed(reason: String)
    /// It was stopped after so many seconds without a message.
    case hung(seconds: Double)
    /// The run was interrupted.
    case interrupted
    /// The system prevented its start.
    case prevented(SystemError)

    /// The reason why there is no outcome; `nil` if there is one, or after an interruption.
    var failure: String? {
      switch self {
      case .finished, .interrupted: nil
      case .failed(let reason): reason
      case .prevented(let error): error.description
      case .hung(let seconds): "hung: no result within \((seconds * 10).rounded() / 10) s"
      }
    }
  }

  /// Sends the request, and receives messages until the end or until none has come for too long.
  ///
  /// - Parameter step: Receives each step.
  func run<T: ChildTask>(
    _ task: T.Type, _ request: T.Request, step: @escaping @Sendable (T.Step) -> Void
  ) async -> Ending<T.Outcome> {
    let silence = SilenceWatch(limitSeconds: limitSeconds, quietSeconds: quietSeconds)
    return await withTaskGroup(of: Ending<T.Outcome>.self) { group in
      group.addTask {
        await answer(task, request) { message in
          silence.noteMessage()
          if case .step(let emitted) = message { step(emitted) }
        }
      }
      group.addTask {
        await silence.wait()
        return .hung(seconds: quietSeconds + limitSeconds)
      }
      let first = await group.next() ?? .interrupted
      group.cancelAll()
      return Task.isCancelled ? .interrupted : first
    }
  }

  /// Does the same on the main actor, and stops the process when the run is interrupted.
  ///
  /// - Throws: Errors of `step`, which stop the process, and `SystemError` if it cannot be started.
  @MainActor
  func run<T: ChildTask>(
    _ task: T.Type, _ request: T.Request, _ interrupt: InterruptWatch,
    step: (T.Step) throws -> Void
  ) async throws -> Ending<T.Outcome> {
    let (steps, emitter) = AsyncStream.makeStream(of: T.Step.self)
    let running = Task.detached {
      defer { emitter.finish() }
      return await run(task, request) { emitter.yield($0) }
    }
    let onInterrupt = interrupt.onInterrupt { running.cancel() }
    defer { interrupt.forget(onInterrupt) }
    // An error of another job of the session cancels this one.
    let ending: Ending<T.Outcome> = try await withTaskCancellationHandler {
      do {
        for await emitted in steps { try step(emitted) }
      } catch {
        running.cancel()
        _ = await running.value
        throw error
      }
      return await running.value
    } onCancel: {
      running.cancel()
    }
    if case .prevented(let error) = ending { throw error }
    return ending
  }

  private func answer<T: ChildTask>(
    _ task: T.Type, _ request: T.Request, receive: @Sendable (T.Message) -> Void
  ) async -> Ending<T.Outcome> {
    var options = PlatformOptions()
    // A group of its own: Ctrl-C reaches the run, which then stops the process and keeps its rows.
    options.processGroupID = 0
    options.teardownSequence = []
    let input: FileDescriptor
    do { input = try RequestFile.make(request) } catch {
      return .prevented(ScratchDirectory.failure(error))
    }
    do {
      let result = try await Subprocess.run(
        .path(FilePath(launcher?.executable ?? executable)), arguments: arguments(task),
        environment: .inherit.updating(environment).updating(launcherEnvironment),
        platformOptions: options,
        input: .fileDescriptor(input, closeAfterSpawningProcess: true), output: .sequence,
        error: .sequence
      ) { execution in
        async let errors = relay(execution.standardError)
        do {
          let last = try await Self.listen(
            to: execution.standardOutput.strings(bufferingPolicy: .unbounded), receive)
          return (last: last, errors: try await errors)
        } catch {
          // Its messages cannot be read, and its standard error is read until it ends.
          try? execution.send(signal: .kill)
          throw error
        }
      }
      if Task.isCancelled { return .interrupted }
      let (last, errors) = result.closureResult
      if case .gap(let gap) = last { return .failed(reason: gap.reason(of: executable)) }
      guard case .exited(0) = result.terminationStatus else {
        return .failed(reason: "crashed: \(result.terminationStatus)\(errors.reason)")
      }
      guard case .ended(let outcome) = last else {
        return .failed(reason: "ended before it had a result")
      }
      return .finished(outcome)
    } catch {
      if Task.isCancelled { return .interrupted }
      // A program that cannot be executed is a fault of the program, missing resources are one of the system.
      if let cause = (error as? SubprocessError)?.underlyingError, cause != .permissionDenied,
        SystemError.isCause(of: cause)
      {
        return .prevented(SystemError("starting \(launcher?.executable ?? executable)", cause))
      }
      return .failed(reason: "no result: \(error)")
    }
  }

  private func arguments<T: ChildTask>(_ task: T.Type) -> Arguments {
    let flags = keepsMainThread ? [ChildCommandLine.runLoopFlag] : []
    return Arguments((launcher?.prefix ?? []) + [ChildCommandLine.command] + flags + [task.name])
  }

  private var launcherEnvironment: [Environment.Key: String?] {
    Dictionary(
      uniqueKeysWithValues: (launcher?.environment ?? [:]).map {
        (Environment.Key(stringLiteral: $0), $1)
      })
  }

  /// Receives every line; returns the last one, if it is an end.
  private static func listen<Step, Outcome>(
    to lines: SubprocessOutputSequence.StringSequence<UTF8>,
    _ receive: @Sendable (ChildMessage<Step, Outcome>) -> Void
  ) async throws -> ChildMessage<Step, Outcome>? {
    let decoder = JSONDecoder()
    for try await line in lines where !line.isEmpty {
      let message = try decoder.decode(ChildMessage<Step, Outcome>.self, from: Data(line.utf8))
      receive(message)
      switch message {
      case .step: continue
      case .ended, .gap: return message
      }
    }
    return nil
  }

  private func relay(_ output: SubprocessOutputSequence) async throws -> ErrorRelay {
    var relay = ErrorRelay(write: takeErrors)
    try await relay.listen(to: output)
    return relay
  }
}

/// The command line of a child process.
package enum ChildCommandLine {
  /// The hidden subcommand that does a task.
  package static let command = "child"
  /// The option that keeps the main thread in a run loop.
  package static let runLoopFlag = "--run-loop"
}
