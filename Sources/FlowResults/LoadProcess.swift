/// Which process of which load a row is about.
package struct LoadProcess: Equatable {
  package var runID = ""
  package var dimensions = Dimensions()
  /// The load in words without spaces.
  package var load = ""
  /// Which of the processes of this scenario and load, from 0.
  package var round: Int?

  package init() {}

  /// A process of a run.
  package init(runID: String, dimensions: Dimensions, load: String, round: Int) {
    self.runID = runID
    self.dimensions = dimensions
    self.load = load
    self.round = round
  }

  /// The first columns of a file whose rows are about such processes.
  ///
  /// - Parameters:
  ///   - load: What the column of the load means in this file.
  ///   - stage: The columns of a stage of the load, in a file that has some.
  package static func columns<Row>(
    _ path: any WritableKeyPath<Row, LoadProcess> & Sendable,
    load: String = "The load, as in `loads.csv`.", stage: [ResultColumn<Row>] = []
  ) -> [ResultColumn<Row>] {
    var columns: [ResultColumn<Row>] = ResultSchema.columns(
      joined(path, \.runID), joined(path, \.dimensions))
    columns.append(.text("load", joined(path, \.load), load))
    columns += stage
    columns.append(
      .integer("round", joined(path, \.round), "Which fresh process of this scenario, from 0."))
    return columns
  }
}

/// A row about one process of a load; it has what the process has.
@dynamicMemberLookup
package protocol LoadProcessRow: ResultRow {
  /// Which process of which load.
  var process: LoadProcess { get set }
}

extension LoadProcessRow {
  /// What tells the process from others.
  package subscript<T>(dynamicMember path: WritableKeyPath<LoadProcess, T>) -> T {
    get { process[keyPath: path] }
    set { process[keyPath: path] = newValue }
  }

  /// A row of a process in which all else is unknown.
  package init(of process: LoadProcess) {
    self.init()
    self.process = process
  }
}
