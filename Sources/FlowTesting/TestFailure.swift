#if canImport(Testing)
  import Testing
#endif

/// What a test said of its store that is not so.
public struct TestFailure: Sendable, Equatable, CustomStringConvertible {
  /// What was expected and what was found, over several lines if need be.
  public let description: String
  /// Where the test said it.
  public let place: TestPlace

  /// Fails the current test: records an issue of swift-testing.
  ///
  /// Where that library is not at hand, it stops the process with the failure's text.
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

/// A place in a test's source.
public struct TestPlace: Sendable, Equatable {
  /// The module and the file.
  public let fileID: String
  /// The path of the file.
  public let filePath: String
  /// The line, from 1.
  public let line: Int
  /// The column, from 1.
  public let column: Int

  /// A place; by default the caller's.
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
