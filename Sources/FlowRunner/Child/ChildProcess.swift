import FlowFiles
package import FlowResults
import Foundation
import Platform
import Subprocess

// swift-subprocess has the paths of Apple's module where there is one.
#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A fresh process of the same executable that does one task.
///
/// Every measurement is made in one of these: with its own heap and caches, and without harm to
/// finished rows if it crashes or hangs.
struct ChildProcess: Sendable {
  /// The program with the subcommand `child`.
  let executable: String
  /// A Boolean value that indicates whether its main thread runs a run loop, for stores that check
  /// the thread.
  var keepsMainThread = false
  /// The number of seconds without a message after which it is stopped.
  var limitSeconds = Self.standardLimitSeconds
  /// The number of seconds at the start without a limit: a load without arrivals has no messages.
  var quietSeconds = 0.0
  /// The variables that are added to this environment.
  var environment = Self.measuring
  /// The tool that starts the program, if any.
  var launcher: Launcher?
  /// Further files that it needs, which must not change during a run.
  var files: [String] = []
  var takeErrors: @Sendable (String) -> Void = { StandardError.pass($0) }

  /// A tool that starts a program, such as one that counts its instructions.
  struct Launcher: Sendable {
    var executable: String
    /// The arguments of the tool, and the program.
    var prefix: [String] = []
    /// Further variables of the environment.
    var environment: [Environment.Key: String?] = [:]
  }

  /// A minute: a load sends a message each second, and the slowest trial of a suite takes half a
  /// minute.
  static let standardLimitSeconds = 60.0

  /// The variables of every process that measures.
  static let measuring: [Environment.Key: String?] = [
    // Seeded hashing alone doubles the noise.
    "SWIFT_DETERMINISTIC_HASHING": "1",
    // A backtrace of a crash takes seconds.
    "SWIFT_BACKTRACE": "enable=no",
  ]

  enum Ending<Outcome: Equatable & Sendable>: Equatable, Sendable {
    case finished(Outcome)
    /// It crashed, or its messages cannot be read.
    case failed(reason: String)
    /// It was stopped after so many seconds without a message.
    case hung(seconds: Double)
    /// The run was interrupted.
    case interrupted
    /// It could not be started, which is no result of its store.
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
    let first = await race {
      await answer(task, request) { message in
        silence.recordMessage()
        if case .step(let emitted) = message { step(emitted) }
      } begun: {
        silence.process = $0
      }
    } _: {
      await silence.wait()
      return .hung(seconds: quietSeconds + limitSeconds)
    }
    return Task.isCancelled ? .interrupted : first
  }

  /// Runs the task on the main actor, and stops the process if the run is interrupted.
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

  /// The program that the system starts.
  private var started: String { launcher?.executable ?? executable }
  /// The files of its program, its tool and its task.
  private var needed: [String] { [executable, started] + files }

  private func answer<T: ChildTask>(
    _ task: T.Type, _ request: T.Request, receive: @Sendable (T.Message) -> Void,
    begun: (Int32) -> Void
  ) async -> Ending<T.Outcome> {
    do throws(SystemError) {
      try OpenFiles.check(processes: 1)
      try NeededFiles.check(needed)
      try checkExecutable()
    } catch { return .prevented(error) }
    let ending = await exchange(task, request, receive: receive, begun: begun)
    // Rows of another version are not rows of this run.
    do throws(SystemError) { try NeededFiles.check(needed) } catch { return .prevented(error) }
    return ending
  }

  /// Throws the reason why the system cannot start the program; swift-subprocess would report that
  /// there is no such file.
  private func checkExecutable() throws(SystemError) {
    guard access(started, X_OK) == 0 else {
      throw SystemError("starting \(started)", code: errno)
    }
  }

  private func exchange<T: ChildTask>(
    _ task: T.Type, _ request: T.Request, receive: @Sendable (T.Message) -> Void,
    begun: (Int32) -> Void
  ) async -> Ending<T.Outcome> {
    var options = PlatformOptions()
    // In its own group, so that Ctrl-C reaches the run only, which stops the process and keeps its
    // rows.
    options.processGroupID = 0
    options.teardownSequence = []
    let input: FileDescriptor
    do { input = try Self.file(of: request) } catch {
      return .prevented(ScratchDirectory.failure(error))
    }
    // swift-subprocess 1.0.2 ends the process if the second of two pipes cannot be made.
    let errorPipe: (reading: Int32, writing: FileDescriptor)
    do { errorPipe = try ErrorRelay.makePipe() } catch {
      try? input.close()
      return .prevented(SystemError("starting \(started)", error))
    }
    do {
      let result = try await Subprocess.run(
        .path(FilePath(started)), arguments: arguments(task),
        environment: .inherit.updating(environment).updating(launcher?.environment ?? [:]),
        platformOptions: options,
        input: .fileDescriptor(input, closeAfterSpawningProcess: true), output: .sequence,
        error: .fileDescriptor(errorPipe.writing, closeAfterSpawningProcess: true)
      ) { execution in
        begun(execution.processIdentifier.value)
        async let errors = ErrorRelay(write: takeErrors).reading(errorPipe.reading)
        do {
          let heard = try await Self.listen(
            to: execution.standardOutput.strings(bufferingPolicy: .unbounded), receive)
          return (heard: heard, errors: await errors)
        } catch {
          // The relay waits for the end of the process.
          try? execution.send(signal: .kill)
          throw error
        }
      }
      if Task.isCancelled { return .interrupted }
      let ((last, isStarted), errors) = result.closureResult
      if case .gap(let gap) = last { return .failed(reason: gap.reason(of: executable)) }
      guard case .exited(0) = result.terminationStatus else {
        let reason = "\(result.terminationStatus)\(errors.reason)"
        if !isStarted, Self.unstarted.contains(result.terminationStatus) {
          return .prevented(SystemError("a process of \(executable)", reason: reason))
        }
        return .failed(reason: "crashed: \(reason)")
      }
      guard case .ended(let outcome) = last else {
        return .failed(reason: "ended before it had a result")
      }
      return .finished(outcome)
    } catch {
      if Task.isCancelled { return .interrupted }
      if let error = error as? SubprocessError {
        // The program may have changed since the first check.
        do throws(SystemError) { try checkExecutable() } catch { return .prevented(error) }
        let subject = "starting \(started)"
        return .prevented(
          error.underlyingError.map { SystemError(subject, $0) }
            ?? SystemError(subject, reason: "\(error)"))
      }
      return .failed(reason: "no result: \(error)")
    }
  }

  private func arguments<T: ChildTask>(_ task: T.Type) -> Arguments {
    let flags = keepsMainThread ? [ChildCommandLine.runLoopFlag] : []
    return Arguments((launcher?.prefix ?? []) + [ChildCommandLine.command] + flags + [task.name])
  }

  /// The ends of a process that could not be started: a limit of the system (see `ProcessSetup`), and a
  /// library that the loader of the system did not find.
  private static let unstarted: [TerminationStatus] = [.exited(5), .exited(127)]

  /// Receives every message, and returns the last one if it ends the task, and whether there was one.
  private static func listen<Step, Outcome>(
    to lines: SubprocessOutputSequence.StringSequence<UTF8>,
    _ receive: @Sendable (ChildMessage<Step, Outcome>) -> Void
  ) async throws -> (last: ChildMessage<Step, Outcome>?, isStarted: Bool) {
    let decoder = JSONDecoder()
    var isStarted = false
    for try await line in lines where !line.isEmpty {
      let message = try decoder.decode(ChildMessage<Step, Outcome>.self, from: Data(line.utf8))
      receive(message)
      isStarted = true
      switch message {
      case .started, .step: continue
      case .ended, .gap: return (message, true)
      }
    }
    return (nil, isStarted)
  }

  /// Returns a request as a file without a name, open at its beginning; the caller closes it.
  ///
  /// A file and not a pipe, because a write to a pipe whose reader has ended would raise a signal.
  private static func file(of request: some Encodable) throws -> FileDescriptor {
    let json = try JSONEncoder().encode(request)
    let path = HiddenName.path(in: TemporaryFolder.path)
    let file = try FileDescriptor.open(
      FilePath(path), .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
      permissions: [.ownerReadWrite])
    do {
      unlink(path)
      try file.writeAll(json)
      try file.seek(offset: 0, from: .start)
      return file
    } catch {
      try? file.close()
      throw error
    }
  }
}

/// The command line of a child process.
package enum ChildCommandLine {
  /// The hidden subcommand that does a task.
  package static let command = "child"
  /// The option that keeps the main thread in a run loop.
  package static let runLoopFlag = "--run-loop"
}

extension OpenFiles {
  /// The number of files to start a process: two pipes and one for errors, the request, and a
  /// handle.
  private static let perProcess = 8
  /// The number of other files: results, event queues and signals.
  private static let others = 16

  /// Refuses a limit under which so many simultaneous processes cannot be started.
  package static func check(processes: Int) throws(SystemError) {
    let needed = others + perProcess * processes
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    while copies.count < needed {
      let copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
      guard copy >= 0 else {
        throw SystemError("opening \(needed) files at once", code: errno)
      }
      copies.append(copy)
    }
  }
}
