import Testing
import Workloads

@Suite struct DistributionTests {
  @Test(
    arguments: [
      ("uniform", .uniform), ("zipf", .zipf(exponent: 1)), ("zipf:1.2", .zipf(exponent: 1.2)),
      ("hotspot", .hotspot(slots: 0.1, actions: 0.9)),
      ("hotspot:0.2:0.5", .hotspot(slots: 0.2, actions: 0.5)), ("burst", .burst(meanLength: 32)),
      ("burst:1", .burst(meanLength: 1)), ("session", .session(users: 8)),
      ("session:3", .session(users: 3)), ("first", .first),
    ] as [(String, Distribution)])
  func `text forms and descriptions are parsed`(
    text: String, expected: Distribution
  ) throws {
    let parsed = try Distribution(parsing: text)
    #expect(parsed == expected)
    #expect(try Distribution(parsing: "\(parsed)") == parsed)
  }

  @Test(arguments: [
    "", "zip", "zipf:", "zipf:x", "zipf:1:2", "uniform:1", "hotspot:0.1", "burst:1.5", "Zipf",
    "first:1", "zipf:nan", "zipf:0x1", "burst:+5",
  ])
  func `other texts are refused with a list of the forms`(text: String) {
    let error = #expect(throws: DistributionError.self) { try Distribution(parsing: text) }
    #expect(error == .unknownForm(text))
    #expect(
      error?.description
        == "no distribution is written '\(text)'; choose one of uniform, zipf[:EXPONENT], "
        + "hotspot[:SLOTS:ACTIONS], burst[:MEAN-LENGTH], session[:USERS], first")
  }

  @Test(arguments: [
    ("zipf:0", "the exponent must be 0.01 to 16.0, got 0.0"),
    ("hotspot:0:0.9", "the share of slots must be above 0 and below 1, got 0.0"),
    ("hotspot:0.1:1", "the share of actions must be above 0 and below 1, got 1.0"),
    ("burst:0", "the mean length must be 1 to 1000000, got 0"),
    ("session:0", "the number of users must be 1 to 1000000, got 0"),
  ])
  func `values out of range are refused with the range`(text: String, message: String) {
    let error = #expect(throws: DistributionError.self) { try Distribution(parsing: text) }
    #expect(error?.description == message)
  }
}
