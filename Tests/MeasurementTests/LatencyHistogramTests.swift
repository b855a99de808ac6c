import Foundation
import Testing

@testable import Measurement

struct LatencyHistogramTests {
  private func histogram(_ values: some Sequence<UInt64>) -> LatencyHistogram {
    var recorder = LatencyRecorder()
    defer { recorder.deallocate() }
    for value in values { recorder.record(ns: value) }
    return LatencyHistogram(recorder)
  }

  @Test func `an empty histogram has no statistics`() {
    let empty = LatencyHistogram()
    #expect(empty.meanNs == nil && empty.maxNs == nil && empty.percentileNs(50) == nil)
  }

  @Test func `times beyond the longest count as the longest, but as themselves in the mean`() {
    let histogram = histogram([UInt64(1) << 50])
    #expect(histogram.percentileNs(100) == LatencyRecorder.longestNs)
    #expect(histogram.meanNs == 0x1p50)
  }

  @Test func `histograms add up in any order`() {
    var random = Congruential(state: 6)
    let parts = (0..<12).map { part in
      (0..<UInt64(part * 40)).map { _ in UInt64(random.next() >> 20) >> (random.next() >> 58) }
    }
    var sum = LatencyHistogram()
    for part in parts { sum.add(histogram(part)) }
    let all = histogram(parts.joined())
    var backwards = LatencyHistogram()
    for part in parts.reversed() { backwards.add(histogram(part)) }
    #expect(sum.classes == all.classes && sum.count == all.count)
    #expect(backwards.classes == all.classes && backwards.maxNs == parts.joined().max())
  }

  @Test func `the longest time of a class stays when shorter ones are added`() {
    var sum = histogram([1_000_100])
    sum.add(histogram([1_000_050]))
    #expect(sum == histogram([1_000_050, 1_000_100]))
    #expect(sum.maxNs == 1_000_100)
    sum.add(histogram([5_000_000]))
    #expect(sum == histogram([1_000_050, 1_000_100, 5_000_000]))
  }

  @Test func `counts up to a time include its whole class`() {
    let counted = histogram([5, 7, 7, 100_000, 100_010, 1 << 50])
    #expect(counted.count(upToNs: 4) == 0)
    #expect(counted.count(upToNs: 5) == 1)
    #expect(counted.count(upToNs: 6) == 1)
    #expect(counted.count(upToNs: 7) == 3)
    let index = LatencyRecorder.index(of: 100_000)
    #expect(counted.count(upToNs: LatencyRecorder.minNs(ofClass: index) - 1) == 3)
    #expect(counted.count(upToNs: LatencyRecorder.minNs(ofClass: index)) == 5)
    #expect(counted.count(upToNs: LatencyRecorder.longestNs - 1) == 6)
    #expect(counted.count(upToNs: .max) == 6)
    #expect(LatencyHistogram().count(upToNs: 100) == 0)
  }

  @Test func `a recorder is empty after a reset`() {
    var recorder = LatencyRecorder()
    defer { recorder.deallocate() }
    recorder.record(ns: 12_345)
    recorder.reset()
    #expect(LatencyHistogram(recorder) == LatencyHistogram())
  }

  @Test func `every percentile is the end of the class of the value at its rank`() throws {
    var random = Congruential(state: 5)
    let values = (0..<20_000).map { _ in
      UInt64(random.next() >> 17) >> (random.next() >> 59)
    }
    let histogram = histogram(values)
    // Three significant digits: the first eleven bits of a value are its class.
    func end(_ value: UInt64) -> UInt64 {
      let rest = max(0, 64 - value.leadingZeroBitCount - 11)
      return value | (1 << rest - 1)
    }
    #expect(histogram.count == values.count)
    let classes = Dictionary(grouping: values, by: end).sorted { $0.key < $1.key }
    #expect(histogram.classes.dropLast().map(\.ns) == classes.dropLast().map(\.key))
    #expect(histogram.classes.map(\.count) == classes.map { UInt64($0.value.count) })
    let sorted = values.sorted()
    for percent in [0, 0.1, 1, 10, 25, 50, 75, 90, 99, 99.9, 99.99] {
      let rank = max(1, Int((percent / 100 * Double(values.count)).rounded()))
      #expect(histogram.percentileNs(percent) == end(sorted[rank - 1]), "\(percent)")
    }
    #expect(histogram.maxNs == values.max())
  }

  @Test func `classes begin where the ones before them end`() {
    for index in 0..<LatencyRecorder.classCount {
      let longest = LatencyRecorder.maxNs(ofClass: index)
      #expect(LatencyRecorder.index(of: longest) == index)
      guard index + 1 < LatencyRecorder.classCount else { continue }
      #expect(LatencyRecorder.index(of: longest + 1) == index + 1)
    }
    #expect(
      LatencyRecorder.maxNs(ofClass: LatencyRecorder.classCount - 1)
        == LatencyRecorder.longestNs)
  }

  @Test func `decodes to the histogram that was encoded`() throws {
    let histogram = histogram((0..<2000).map { 1 << (UInt64($0) % 40) + UInt64($0) * 977 })
    let json = try JSONEncoder().encode(histogram)
    let read = try JSONDecoder().decode(LatencyHistogram.self, from: json)
    #expect(read == histogram)
    #expect(read.maxNs == histogram.maxNs)
    #expect(read.percentileNs(99) == histogram.percentileNs(99))
    #expect(json.count < 60_000)
  }

  @Test func `JSON without a count for each time is refused`() {
    let json = Data(#"{"sumNs":1,"ns":[1,2],"counts":[1]}"#.utf8)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(LatencyHistogram.self, from: json)
    }
  }
}

struct ActionLatenciesTests {
  private func latencies(
    intendedNs: UInt64, startedNs: UInt64, endedNs: UInt64, freeNs: UInt64
  ) -> ActionLatencies {
    var recorder = ActionLatencyRecorder()
    defer { recorder.deallocate() }
    recorder.record(
      intendedNs: intendedNs, startedNs: startedNs, endedNs: endedNs, freeNs: freeNs)
    return recorder.latencies
  }

  // Intended for 100, could start at 130, started at 135, ended at 150.
  @Test func `an action has four times`() {
    let latencies = latencies(intendedNs: 100, startedNs: 135, endedNs: 150, freeNs: 130)
    #expect(latencies.response.maxNs == 50)
    #expect(latencies.service.maxNs == 15)
    #expect(latencies.queueing.maxNs == 35)
    #expect(latencies.generatorDelay.maxNs == 5)
  }

  @Test func `the generator delay is the queueing delay without a previous action`() {
    let latencies = latencies(intendedNs: 100, startedNs: 107, endedNs: 110, freeNs: 20)
    #expect(latencies.queueing.maxNs == 7)
    #expect(latencies.generatorDelay.maxNs == 7)
  }

  @Test func `an instant action has four times of 0`() {
    var (plain, instant) = (ActionLatencyRecorder(), ActionLatencyRecorder())
    defer {
      plain.deallocate()
      instant.deallocate()
    }
    for step: UInt64 in 0..<100 {
      plain.record(intendedNs: step, startedNs: step, endedNs: step, freeNs: step / 2)
      instant.recordInstant()
      guard step % 7 == 0 else { continue }
      plain.record(intendedNs: step, startedNs: step + 3, endedNs: step + 9, freeNs: step + 2)
      instant.record(intendedNs: step, startedNs: step + 3, endedNs: step + 9, freeNs: step + 2)
    }
    #expect(plain.latencies == instant.latencies)
    #expect(instant.latencies.response.count == 115)
  }
}
