import Dispatch
import FlowRunner
import Foundation
import Platform

extension FlowBenchProgram {
  /// Runs the subcommand that the command line asks for; the process ends with it.
  ///
  /// Synchronous on purpose: an asynchronous `main` gives the main thread up for good, and a store
  /// that asks whether it is on the main thread (`command`) would never be there. Its trials keep the
  /// main thread in a run loop, as an app does. All others serve the main queue without one: on
  /// Linux a run loop adds some 6 µs to every hop to the main actor.
  @MainActor
  public static func main() {
    ProcessSetup.prepareOrEnd(arguments: CommandLine.arguments)
    RunningProgram.begin(Self.self, arguments: CommandLine.arguments)
    Task { await RootCommand.start() }
    if CommandLine.arguments.contains(ChildCommandLine.runLoopFlag) {
      RunLoop.main.run()
    } else {
      Valgrind.prepareDispatchMain()
      dispatchMain()
    }
  }
}
