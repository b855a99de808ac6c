import Dispatch
import FlowHarness
import FlowRunner
import Foundation
import Measurement

/// A command line of one's own: all subcommands of `flowbench`, over stores that the program brings.
///
/// ```swift
/// import FlowBenchCLI
///
/// @main
/// struct Bench: FlowBenchProgram {
///   static func register(in catalogue: inout Catalogue) { catalogue.add(MyDesign()) }
/// }
/// ```
///
/// Every trial is a fresh process of the same executable, which makes the same catalogue again: see
/// ``register(in:)``.
public protocol FlowBenchProgram {
  /// Adds designs and workloads to the catalogue, which begins with the workloads of FlowBench and
  /// `floor`, the loop without a store that all rows are held against.
  ///
  /// The stores of articles and FlowCore's own are designs as any other: to be measured beside them,
  /// depend on `PublishedDesigns` and call `catalogue.addPublishedDesigns()`.
  ///
  /// Called at most once in each process, in the one that a person starts and in those of trials
  /// alike. It must add the same in all of them, so it must not depend on arguments or on the
  /// environment: a trial whose process lacks its design is void, and its row says so.
  ///
  /// An id is lower-case letters, digits and hyphens, begins with a letter, has at most 40
  /// characters, and is given once; otherwise the program says which design is at fault, in one line
  /// on stderr, and exits 1.
  @MainActor static func register(in catalogue: inout Catalogue)
}

extension FlowBenchProgram {
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
    if CommandLine.arguments.contains(ChildCommandLine.runLoopFlag) {
      RunLoop.main.run()
    } else {
      Valgrind.prepareDispatchMain()
      dispatchMain()
    }
  }
}
