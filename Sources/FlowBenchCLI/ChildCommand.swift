import ArgumentParser

/// A hidden subcommand: what a process does that this program starts of itself and listens to.
///
/// It answers through `RunningProgram.answers`; its standard output is where stores may print.
protocol ChildCommand: AsyncParsableCommand {}
