import Testing

/// More random programs than `make test` has time for.
struct RandomLongTests {
  @Test(arguments: 2..<8)
  func `a list of observers notifies like a linear search in more programs`(part: Int) throws {
    try `A list of observers notifies like a linear search`.checkPrograms(part)
  }

  @Test(arguments: 9...20 as ClosedRange<UInt64>)
  func `an identified array and its model agree for more seeds`(seed: UInt64) throws {
    try `An identified array and its model`.expectAgreement(seed)
  }
}
