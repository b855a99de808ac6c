import Testing

@testable import FlowRunner

struct SilenceWatchTests {
  @Test func `silence ends the wait, also before anything was heard`() async {
    await SilenceWatch(limitSeconds: 0.01).wait()
    let watch = SilenceWatch(limitSeconds: 0.01)
    watch.hear()
    await watch.wait()
  }

  @Test func `who need not say anything yet is waited for, and cancelled all the same`() async {
    let watch = SilenceWatch(limitSeconds: 0.01, quietSeconds: 3_600)
    watch.hear()
    let waiting = Task { await watch.wait() }
    try? await Task.sleep(for: .milliseconds(50))
    #expect(!waiting.isCancelled)
    waiting.cancel()
    await waiting.value
  }
}
