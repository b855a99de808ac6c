/// Why a window of callgrind's has no count.
public enum CallgrindFault: Error, Equatable, Sendable {
  /// This process does not run under callgrind.
  case notRunning
  /// It does, but nobody said where callgrind writes: the variable of
  /// ``CallgrindCounter/fileVariable`` is not set.
  case noFile
  /// The file is not there, or belongs to another window.
  case notWritten(String)
  /// The file does not count instructions.
  case noInstructionEvent
  /// The file has no end.
  case cutOff
  /// The file has something else where the count should be.
  case noNumber(String)
}

extension CallgrindFault: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .notRunning: "this process does not run under callgrind"
    case .noFile: "\(CallgrindCounter.fileVariable) does not say where callgrind writes"
    case .notWritten(let path): "callgrind did not write \(path)"
    case .noInstructionEvent: "callgrind's file has no column Ir"
    case .cutOff: "callgrind's file has no totals"
    case .noNumber(let text): "callgrind's total is no number: \(text)"
    }
  }
}
