import Measurement
import Testing

@testable import FlowRunner

/// Whether a store of another package costs what the built-in one does.
@MainActor
struct CopyFindingTests {
  private func finding(_ asked: Double, _ added: Double, _ verdict: Verdict) -> CopyFinding {
    CopyFinding(asked: asked, added: added, verdict: verdict)
  }

  @Test func `of short actions nanoseconds decide, of long ones the pairs`() {
    #expect(finding(4.7, 0.3, .slower).isAlike)
    #expect(!finding(4.7, 0.31, .same).isAlike)
    #expect(!finding(4.7, -0.64, .faster).isAlike)
    #expect(finding(70, 1.3, .same).isAlike)
    #expect(!finding(70, -1.39, .faster).isAlike)
  }

  @Test func `what takes another time is the copy's own where it executes something else`() {
    #expect(CopyFinding.doesTheSame((44, 44)))
    #expect(CopyFinding.doesTheSame((44, 44.004)))
    #expect(!CopyFinding.doesTheSame((44, 44.005)))
    #expect(!CopyFinding.doesTheSame((44, 43)))
    // Without a tool nobody knows.
    #expect(!CopyFinding.doesTheSame(nil))
  }

  @Test func `says which of both it is`() {
    let faster = finding(4.7, -0.64, .faster)
    #expect(faster.text((44, 44)) == "-0.640 ns, the same 44.0 instructions")
    #expect(faster.text((44, 61)) == "-0.640 ns, 61.0 instructions, not 44.0")
    #expect(faster.text(nil) == "-0.640 ns, faster than the base; instructions not counted")
    #expect(faster.allowed == "± 0.300 ns")
    #expect(finding(70, 1.3, .same).text(nil) == "+1.30 ns, no difference found")
    #expect(finding(70, 1.3, .same).allowed == "same")
  }
}
