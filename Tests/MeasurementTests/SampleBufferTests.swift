import Measurement
import Testing

@Suite struct SampleBufferTests {
  @Test func `gives back what was recorded, in order`() {
    var buffer = SampleBuffer(capacity: 3)
    #expect(buffer.capacity == 3)
    buffer.record(30)
    buffer.record(10)
    #expect(buffer.count == 2)
    #expect(buffer.finish() == [30, 10])
  }

  @Test func `can be filled to the last place`() {
    var buffer = SampleBuffer(capacity: 2)
    buffer.record(1)
    buffer.record(2)
    #expect(buffer.finish() == [1, 2])
  }

  @Test func `gives back nothing when nothing was recorded`() {
    #expect(SampleBuffer(capacity: 0).finish() == [])
    #expect(SampleBuffer(capacity: 4).finish() == [])
  }

  @Test func `traps when full`() async {
    await #expect(processExitsWith: .failure) {
      var buffer = SampleBuffer(capacity: 1)
      buffer.record(1)
      buffer.record(2)
    }
  }
}
