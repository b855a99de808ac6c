import Measurement
import Testing

@testable import FlowRunner

/// The comparison of a copy of a store with its original.
@MainActor
struct CopyFindingTests {
  private func finding(_ asked: Double, _ added: Double, _ verdict: Verdict) -> CopyFinding {
    CopyFinding(asked: asked, added: added, verdict: verdict)
  }

  @Test func `nanoseconds decide about short actions, pairs about long ones`() {
    #expect(finding(4.7, 0.3, .slower).isAlike)
    #expect(!finding(4.7, 0.31, .same).isAlike)
    #expect(!finding(4.7, -0.64, .faster).isAlike)
    #expect(finding(70, 1.3, .same).isAlike)
    #expect(!finding(70, -1.39, .faster).isAlike)
  }

  @Test func `a difference is real only if the instructions differ`() {
    #expect(CopyFinding.doesTheSame((44, 44)))
    #expect(CopyFinding.doesTheSame((44, 44.004)))
    #expect(!CopyFinding.doesTheSame((44, 44.005)))
    #expect(!CopyFinding.doesTheSame((44, 43)))
    #expect(!CopyFinding.doesTheSame(nil))
  }

  @Test func `the text gives the time and the instructions`() {
    let faster = finding(4.7, -0.64, .faster)
    #expect(faster.text((44, 44)) == "-0.640 ns, the same 44.0 instructions")
    #expect(faster.text((44, 61)) == "-0.640 ns, 61.0 instructions, not 44.0")
    #expect(faster.text(nil) == "-0.640 ns, faster than the base; instructions not counted")
    #expect(faster.allowed == "± 0.300 ns")
    #expect(finding(70, 1.3, .same).text(nil) == "+1.30 ns, no difference found")
    #expect(finding(70, 1.3, .same).allowed == "same")
  }
}
