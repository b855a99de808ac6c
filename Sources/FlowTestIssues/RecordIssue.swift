#if canImport(Testing)
  import Testing

  /// Fails the current test; `FlowTesting` finds this function by its name.
  @_cdecl("flowtesting_record_issue")
  public func recordIssue(
    _ description: UnsafePointer<CChar>, _ fileID: UnsafePointer<CChar>,
    _ filePath: UnsafePointer<CChar>, _ line: Int, _ column: Int
  ) {
    Issue.record(
      Comment(rawValue: String(cString: description)),
      sourceLocation: SourceLocation(
        fileID: String(cString: fileID), filePath: String(cString: filePath), line: line,
        column: column))
  }
#endif
