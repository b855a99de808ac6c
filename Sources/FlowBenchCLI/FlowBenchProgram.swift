import Dispatch
import FlowHarness
import Foundation
import Measurement

/// A command line of one's own: all subcommands of `flowbench`, over stores that the program brings.
///
/// ```swift
/// import FlowBenchCLI
///
/// @main
/// struct Bench: FlowBenchProgram {
///   static func register(in catalogue: inout Catalogue) {
///     catalogue.register(MyStore<CounterFeature>.self, design: .mine, workload: .counting)
///   }
/// }
/// ```
///
/// Every trial is a fresh process of the same executable, which makes the same catalogue again: see
/// ``register(in:)``.
public protocol FlowBenchProgram {
  /// Adds designs and workloads to those that the catalogue begins with.
  ///
  /// Called at most once in each process, in the one that a person starts and in those of trials
  /// alike. It must add the same in all of them, so it must not depend on arguments or on the
  /// environment: a trial whose process lacks its design is void, and its row says so.
  ///
  /// An id is lower-case letters, digits and hyphens, begins with a letter, has at most 40
  /// characters, and is given once; otherwise the program says which design is at fault, in one line
  /// on stderr, and exits 1.
  @MainActor static func register(in catalogue: inout Catalogue)

  /// Whether the catalogue begins with the designs and workloads of FlowBench; true unless said
  /// otherwise. Without them a suite holds only what is registered, and there is no `floor` that
  /// rows could be compared with.
  static var includesPublishedStores: Bool { get }
}

extension FlowBenchProgram {
  /// Own stores are measured beside those of FlowBench.
  public static var includesPublishedStores: Bool { true }

  /// Runs the subcommand that the command line asks for; the process ends with it.
  ///
  /// Synchronous on purpose: an asynchronous `main` gives the main thread up for good, and a store
  /// that asks whether it is on the main thread (`command`) would never be there. Its trials keep the
  /// main thread in a run loop, as an app does. All others serve the main queue without one: on
  /// Linux a run loop adds some 6 µs to every hop to the main actor.
  @MainActor
  public static func main() {
    RunningProgram.begin(Self.self, arguments: CommandLine.arguments)
    Task { await RootCommand.start() }
    if CommandLine.arguments.contains(TrialChild.runLoopFlag) {
      RunLoop.main.run()
    } else {
      Valgrind.prepareDispatchMain()
      dispatchMain()
    }
  }
}
