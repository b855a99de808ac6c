#if canImport(Testing)
  import Testing
#endif

/// A failed expectation of a `TestStore`.
public struct TestFailure: Sendable, Equatable, CustomStringConvertible {
  /// The expected and the actual values, in one or more lines.
  public let description: String
  /// The place of the expectation.
  public let place: TestPlace

  /// Fails the current test by recording an issue of swift-testing.
  ///
  /// Without that library, it stops the process with the description.
  @Sendable
  public static func record(_ failure: TestFailure) {
    #if canImport(Testing)
      Issue.record(
        Comment(rawValue: failure.description),
        sourceLocation: SourceLocation(
          fileID: failure.place.fileID, filePath: failure.place.filePath,
          line: failure.place.line, column: failure.place.column))
    #else
      fatalError("\(failure.place.fileID):\(failure.place.line): \(failure.description)")
    #endif
  }
}

/// A place in the source of a test.
public struct TestPlace: Sendable, Equatable {
  /// The module and the file.
  public let fileID: String
  /// The path of the file.
  public let filePath: String
  /// The line, from 1.
  public let line: Int
  /// The column, from 1.
  public let column: Int

  /// Creates a place, by default that of the caller.
  public init(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}
