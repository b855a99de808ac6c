import Testing

@testable import FlowRunner

struct SilenceWatchTests {
  @Test func `silence ends the wait, also before anything was heard`() async {
    await SilenceWatch(limitSeconds: 0.01).wait()
    let watch = SilenceWatch(limitSeconds: 0.01)
    watch.noteMessage()
    await watch.wait()
  }

  @Test func `who need not say anything yet is waited for, and cancelled all the same`() async {
    let watch = SilenceWatch(limitSeconds: 0.01, quietSeconds: 3_600)
    // Whatever is heard early does not make it end sooner.
    watch.noteMessage()
    let ends = await withTaskGroup(of: String.self) { group in
      group.addTask {
        await watch.wait()
        return "silence"
      }
      group.addTask {
        try? await Task.sleep(for: .milliseconds(50))
        return "time"
      }
      let first = await group.next()
      group.cancelAll()
      return [first, await group.next()]
    }
    #expect(ends == ["time", "silence"])
  }

  @Test func `a heart beats from its start to its end`() async {
    let (beats, beat) = AsyncStream.makeStream(of: Void.self)
    let heart = Heartbeat { beat.yield() }
    heart.stop()
    heart.start(every: .milliseconds(1))
    var count = 0
    for await _ in beats {
      count += 1
      if count == 3 { break }
    }
    heart.stop()
    #expect(count == 3)
  }
}
