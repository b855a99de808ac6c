/// A process of a load.
package struct LoadProcess: Equatable {
  package var runID = ""
  package var dimensions = Dimensions()
  /// The load in words without spaces.
  package var load = ""
  /// The number of the process of this scenario and load, from 0.
  package var round: Int?

  package init() {}

  package init(runID: String, dimensions: Dimensions, load: String, round: Int) {
    self.runID = runID
    self.dimensions = dimensions
    self.load = load
    self.round = round
  }

  /// Returns the first columns of a file about such processes.
  ///
  /// - Parameters:
  ///   - load: The meaning of the column `load`.
  ///   - stage: The columns about the stage of the load.
  package static func columns<Row>(
    _ path: any WritableKeyPath<Row, LoadProcess> & Sendable,
    load: String = "The load, as in `loads.csv`.", stage: [ResultColumn<Row>] = []
  ) -> [ResultColumn<Row>] {
    let process: [ResultColumn<LoadProcess>] =
      ResultSchema.columns(\.runID, \.dimensions) + [
        .text("load", \.load, load), .integer("round", \.round, ResultSchema.roundMeaning),
      ]
    return process.lifted(to: path) + stage
  }
}

/// A row about one process of a load, with the properties of the process.
@dynamicMemberLookup
package protocol LoadProcessRow: ResultRow {
  var process: LoadProcess { get set }
}

extension LoadProcessRow {
  package subscript<T>(dynamicMember path: WritableKeyPath<LoadProcess, T>) -> T {
    get { process[keyPath: path] }
    set { process[keyPath: path] = newValue }
  }

  /// Creates a row in which only the process is known.
  package init(of process: LoadProcess) {
    self.init()
    self.process = process
  }
}
