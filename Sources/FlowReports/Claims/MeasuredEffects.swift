import FlowResults
import Foundation
import Measurement

/// What each effect in flight kept, by design, in a load that is on disk.
struct MeasuredEffects {
  /// One number for each process.
  private let bytes: [String: [Double]]

  /// Reads `effects.csv` of a load.
  ///
  /// - Parameters:
  ///   - path: The folder of the load.
  ///   - run: The run that it stands beside: of the same machine, or nothing can be said of both.
  /// - Throws: `PlanError` when it is no such load.
  init(reading path: String, beside run: RunRow) throws(PlanError) {
    let rows: [EffectRow]
    let load: RunRow
    do {
      rows = try CSVReader.rows(in: "\(path)/\(EffectRow.fileName)", header: .older)
      let runs: [RunRow] = try CSVReader.rows(in: "\(path)/\(RunRow.fileName)", header: .older)
      guard let first = runs.first else { throw CocoaError(.fileReadCorruptFile) }
      load = first
    } catch let error as CSVError {
      throw .broken(error, remedy: "run the loads again with '\(Executable.name) load'")
    } catch {
      throw .failed(
        option: "--load", path: path,
        reason: "must be a load whose effects took time, with runs.csv and effects.csv", error)
    }
    for (column, fact) in [("system", \RunRow.system), ("cpu_model", \RunRow.cpuModel)] {
      guard load[keyPath: fact] == run[keyPath: fact] else {
        throw .unusable(
          option: "--load", path: path,
          reason: "must be of the machine of the run, but \(column) is '\(load[keyPath: fact])' "
            + "and not '\(run[keyPath: fact])'")
      }
    }
    bytes = Dictionary(grouping: rows.filter { $0.isValid == true }) { $0.dimensions.design }
      .mapValues { $0.compactMap(\.bytesInFlight).filter { $0 > 0 } }
  }

  /// The bytes that each effect in flight of a design kept; `nil` where that was not measured.
  func median(_ design: String) -> Double? { SortedSamples(bytes[design] ?? []).median }

  /// A design against another one; `nil` where one was not measured.
  func comparison(base: String, candidate: String) -> IndependentComparison? {
    guard let first = bytes[base], let second = bytes[candidate] else { return nil }
    return IndependentComparison(base: first, candidate: second)
  }
}
