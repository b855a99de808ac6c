import Testing

@testable import FlowHarness

/// The notation of a pace.
struct PaceTests {
  @Test(arguments: [
    ("120hz", "120hz:4mb"), ("120", "120hz:4mb"), ("60", "60hz:4mb"), ("10HZ", "10hz:4mb"),
    ("60hz:16mb", "60hz:16mb"), ("1000hz:48kb", "1000hz:48kb"), ("1hz:0", "1hz:0mb"),
    ("120hz:spin:0", "120hz:0mb:spin"), ("120hz:before", "120hz:4mb:before"),
  ])
  func `a pace is read, and written with its memory`(text: String, written: String) throws {
    let pace = try Pace(parsing: text)
    #expect("\(pace)" == written)
    #expect(try Pace(parsing: written) == pace)
  }

  @Test(arguments: [
    "", "hz", "fast", "120 hz", "0", "0hz", "1001hz", "-60hz", "59.94hz", "120hz:", "120hz:4",
    "120hz:1025mb", "120hz:-4mb", "120hz:9223372036854775807mb", "120hz:sleep", "120khz",
  ])
  func `another text is refused with the rule`(text: String) {
    let error = #expect(throws: PaceError.self) { try Pace(parsing: text) }
    #expect(error?.description.hasPrefix("must be ") == true)
    #expect(error?.description.hasSuffix("got '\(text)'") == true)
  }

  @Test func `a frame is the time from one action to the next`() {
    #expect(Pace(hertz: 10).frameNs == 1e8)
    #expect(Pace(hertz: 1000).frameNs == 1e6)
  }
}
