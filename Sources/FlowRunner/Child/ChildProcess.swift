import FlowResults
import Foundation
import Subprocess
import SystemPackage

/// A fresh process of the same executable that does one task.
///
/// All that this program measures, it measures in one of these: with a heap and caches of its own, and
/// where it can crash, hang and be stopped without harm to what is finished.
struct ChildProcess: Sendable {
  /// The program that answers to `child`.
  let executable: String
  /// Whether it keeps its main thread in a run loop, for stores that ask which thread they are on.
  var keepsMainThread = false
  /// How long it may say nothing before it is stopped, in seconds.
  var limitSeconds = Self.standardLimitSeconds
  /// How long it need not say anything at first, in seconds: a load at which nobody comes says nothing.
  var quietSeconds = 0.0
  /// What its environment needs beside ours.
  var environment = Self.measuring
  /// What starts the program, if not we ourselves.
  var launcher: Launcher?
  /// Takes what it writes to its standard error; the user sees it unless somebody else is to read it.
  var takeErrors: @Sendable (String) -> Void = { StandardError.pass($0) }

  /// A tool that starts a program, such as one that counts its instructions.
  struct Launcher: Sendable {
    var executable: String
    /// The arguments of the tool, and the program.
    var prefix: [String] = []
    /// Further variables of the environment.
    var environment: [String: String] = [:]
  }

  /// A minute: seconds of a load come each second, and the slowest trial of a suite takes half of it.
  static let standardLimitSeconds = 60.0

  /// What every process that measures has in its environment.
  static let measuring: [Environment.Key: String?] = [
    // Seeded hashing alone doubles the noise.
    "SWIFT_DETERMINISTIC_HASHING": "1",
    // A backtrace of a crash takes seconds and says no more than the reason in the row.
    "SWIFT_BACKTRACE": "enable=no",
  ]

  /// How it ended.
  enum Ending<Outcome: Equatable & Sendable>: Equatable, Sendable {
    case finished(Outcome)
    /// It crashed, or said nothing that can be read.
    case failed(reason: String)
    /// It said nothing for so many seconds, and was stopped.
    case hung(seconds: Double)
    /// The run was asked to stop.
    case interrupted
    /// The system has not let it begin: no fault of the program.
    case prevented(SystemError)

    /// Why there is no outcome; `nil` when there is one, or nobody wanted it any more.
    var failure: String? {
      switch self {
      case .finished, .interrupted: nil
      case .failed(let reason): reason
      case .prevented(let error): error.description
      case .hung(let seconds): "hung: no result within \((seconds * 10).rounded() / 10) s"
      }
    }
  }

  /// Asks, and listens until the end, or until it has been silent for too long.
  ///
  /// - Parameter step: Takes what the child emits.
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

  /// As above, on the main actor, and ended when the run is asked to stop.
  ///
  /// - Throws: What `step` throws; the process is stopped then. `SystemError` when it cannot be started.
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
    // When another job of the session cannot go on, neither does this one.
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

  /// Asks, and listens until the end.
  private func answer<T: ChildTask>(
    _ task: T.Type, _ request: T.Request, receive: @Sendable (T.Message) -> Void
  ) async -> Ending<T.Outcome> {
    var options = PlatformOptions()
    // A group of its own: Ctrl-C reaches the run, which then ends the process and keeps its rows.
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
          // Its errors are listened to until it ends, and it cannot be understood any more.
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
      // A program that cannot be executed is at fault itself; a process for which there is no room is not.
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

/// How a child is started.
package enum ChildCommandLine {
  /// The subcommand that does a task, and is not in the help.
  package static let command = "child"
  /// Asks a child to keep its main thread in a run loop.
  package static let runLoopFlag = "--run-loop"
}
