#if canImport(Darwin)
  import Darwin
#elseif canImport(Testing)
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
    #if canImport(Darwin)
      guard let record = recordIssue else { stop(failure) }
      record(
        failure.description, failure.place.fileID, failure.place.filePath, failure.place.line,
        failure.place.column)
    #elseif canImport(Testing)
      Issue.record(
        Comment(rawValue: failure.description),
        sourceLocation: SourceLocation(
          fileID: failure.place.fileID, filePath: failure.place.filePath,
          line: failure.place.line, column: failure.place.column))
    #else
      stop(failure)
    #endif
  }

  private static func stop(_ failure: TestFailure) -> Never {
    fatalError("\(failure.place.fileID):\(failure.place.line): \(failure.description)")
  }

  #if canImport(Darwin)
    private typealias RecordIssue =
      @convention(c) (
        UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<CChar>, Int, Int
      ) -> Void

    /// The function of `FlowTestIssues`, which only tests link: the system does not start other
    /// programs that link swift-testing. `nil` outside of tests.
    private static let recordIssue: RecordIssue? = {
      // `RTLD_SELF`, whose macro is not imported: this image first, because a test bundle may be loaded
      // in such a way that `RTLD_DEFAULT` does not find it.
      let ownImage = UnsafeMutableRawPointer(bitPattern: -3)
      return dlsym(ownImage, "flowtesting_record_issue").map {
        unsafeBitCast($0, to: RecordIssue.self)
      }
    }()
  #endif
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
