import Foundation
import Subprocess
import SystemPackage

/// A fresh process of the same executable that is asked one thing, and says one line of JSON after
/// the other until the last of them is its result.
struct TalkingProcess: Sendable {
  /// The executable.
  let executable: String
  /// The hidden subcommand, with its flags.
  let arguments: [String]

  /// How it ended.
  enum Ending<Result: Equatable & Sendable>: Equatable, Sendable {
    case finished(Result)
    /// It crashed or said nothing that can be read.
    case failed(reason: String)
    /// The run was told to stop.
    case interrupted
  }

  /// Asks, and listens until the end.
  ///
  /// - Parameters:
  ///   - request: What the process is given on its standard input, as JSON.
  ///   - hear: Is given each line; returns the result when it is the last one.
  func run<Message: Decodable, Result: Equatable & Sendable>(
    _ request: some Encodable, hear: @Sendable (Message) async -> Result?
  ) async -> Ending<Result> {
    var options = PlatformOptions()
    // A group of its own: Ctrl-C reaches the run, which then ends the load and keeps its rows.
    options.processGroupID = 0
    options.teardownSequence = []
    do {
      let json = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
      let result = try await Subprocess.run(
        .path(FilePath(executable)), arguments: Arguments(arguments),
        environment: .inherit.updating(TrialProcess.environment), platformOptions: options,
        input: .string(json), output: .sequence, error: .string(limit: 1 << 16)
      ) { execution in
        try await Self.listen(
          to: execution.standardOutput.strings(bufferingPolicy: .unbounded), hear)
      }
      if Task.isCancelled { return .interrupted }
      guard case .exited(0) = result.terminationStatus else {
        return .failed(
          reason:
            "crashed: \(result.terminationStatus)\(TrialProcess.lastLine(result.standardError))")
      }
      guard let outcome = result.closureResult else {
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
  ) async throws -> Result? {
    let decoder = JSONDecoder()
    for try await line in lines where !line.isEmpty {
      if let result = await hear(try decoder.decode(Message.self, from: Data(line.utf8))) {
        return result
      }
    }
    return nil
  }
}
