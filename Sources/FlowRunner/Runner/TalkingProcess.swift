import Foundation
import Subprocess
import SystemPackage

/// A fresh process of the same executable that is asked one thing, and says one line of JSON after
/// the other until the last of them is its result.
struct TalkingProcess: Sendable {
  /// What is started.
  let executable: String
  /// The hidden subcommand, with its flags.
  let arguments: [String]
  /// What its environment needs beside ours.
  var environment = Self.measuring
  /// The program that answers, where it is not what is started but an argument of it.
  var answering: String?

  /// What every process that measures has in its environment.
  static let measuring: [Environment.Key: String?] = [
    // Seeded hashing alone doubles the noise.
    "SWIFT_DETERMINISTIC_HASHING": "1",
    // A backtrace of a crash takes seconds and says no more than the reason in the row.
    "SWIFT_BACKTRACE": "enable=no",
  ]

  /// How it ended.
  enum Ending<Result: Equatable & Sendable>: Equatable, Sendable {
    case finished(Result)
    /// It crashed, hung or said nothing that can be read.
    case failed(reason: String)
    /// The run was told to stop.
    case interrupted
  }

  /// What was heard at last.
  private enum Last<Result: Sendable>: Sendable {
    case result(Result)
    case gap(CatalogueGap)
    case nothing
  }

  /// Asks, and listens until the end.
  ///
  /// - Parameters:
  ///   - request: What the process is given on its standard input, as JSON.
  ///   - hear: Is given each line; returns the result when it is the last one.
  func run<Message: Decodable, Result: Equatable & Sendable>(
    _ request: some Encodable, hear: @Sendable (Message) async -> Result?
  ) async -> Ending<Result> {
    do {
      return await run(input: try Self.json(request), hear: hear)
    } catch {
      return .failed(reason: "no result: \(error)")
    }
  }

  /// A request as a process reads it.
  ///
  /// - Throws: What the encoder throws.
  static func json(_ request: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
  }

  /// As above, with whatever text on the standard input.
  func run<Message: Decodable, Result: Equatable & Sendable>(
    input: String, hear: @Sendable (Message) async -> Result?
  ) async -> Ending<Result> {
    var options = PlatformOptions()
    // A group of its own: Ctrl-C reaches the run, which then ends the load and keeps its rows.
    options.processGroupID = 0
    options.teardownSequence = []
    do {
      let result = try await Subprocess.run(
        .path(FilePath(executable)), arguments: Arguments(arguments),
        environment: .inherit.updating(environment), platformOptions: options,
        input: .string(input), output: .sequence, error: .sequence
      ) { execution in
        async let errors = Self.relay(execution.standardError)
        do {
          let last = try await Self.listen(
            to: execution.standardOutput.strings(bufferingPolicy: .unbounded), hear)
          return (last: last, errors: try await errors)
        } catch {
          // Its errors are listened to until it ends, and it cannot be understood any more.
          try? execution.send(signal: .kill)
          throw error
        }
      }
      if Task.isCancelled { return .interrupted }
      let (last, errors) = result.closureResult
      if case .gap(let gap) = last {
        return .failed(reason: gap.reason(of: answering ?? executable))
      }
      guard case .exited(0) = result.terminationStatus else {
        return .failed(reason: "crashed: \(result.terminationStatus)\(errors.reason)")
      }
      guard case .result(let outcome) = last else {
        return .failed(reason: "ended before it had a result")
      }
      return .finished(outcome)
    } catch {
      return Task.isCancelled ? .interrupted : .failed(reason: "no result: \(error)")
    }
  }

  /// Asks, and shows how far it is until the end.
  ///
  /// - Parameters:
  ///   - interrupt: Ends the process when the run is told to stop.
  ///   - hear: Takes a line: a step on the way, or the result.
  ///   - text: Says a step in a line.
  @MainActor
  func follow<Message: Decodable & SendableMetatype, Step: Sendable, Result: Equatable & Sendable>(
    _ request: some Encodable & Sendable, _ interrupt: InterruptWatch,
    hear: @escaping @Sendable (Message) -> Said<Step, Result>, text: (Step) -> String
  ) async -> Ending<Result> {
    let (steps, said) = AsyncStream.makeStream(of: Step.self)
    let running = Task.detached {
      defer { said.finish() }
      return await run(request) { (message: Message) -> Result? in
        switch hear(message) {
        case .step(let step):
          said.yield(step)
          return nil
        case .end(let result): return result
        }
      }
    }
    interrupt.onInterrupt { running.cancel() }
    var progress = StatusLine()
    for await step in steps { progress.show(text(step)) }
    progress.finish()
    return await running.value
  }

  /// What a line is.
  enum Said<Step, Result> {
    case step(Step)
    case end(Result)
  }

  private static func listen<Message: Decodable, Result>(
    to lines: SubprocessOutputSequence.StringSequence<UTF8>,
    _ hear: @Sendable (Message) async -> Result?
  ) async throws -> Last<Result> {
    let decoder = JSONDecoder()
    for try await line in lines where !line.isEmpty {
      if let gap = CatalogueGap(line: line) { return .gap(gap) }
      if let result = await hear(try decoder.decode(Message.self, from: Data(line.utf8))) {
        return .result(result)
      }
    }
    return .nothing
  }

  private static func relay(_ output: SubprocessOutputSequence) async throws -> ErrorRelay {
    var relay = ErrorRelay()
    try await relay.listen(to: output)
    return relay
  }
}
