import Measurement

/// The instants of a load's actions, in order; `nil` after the last.
package typealias ArrivalInstants = () -> UInt64?

/// Turns running totals into seconds, and counts who was meant to come.
struct SecondSummary {
  private let next: ArrivalInstants?
  private let limit: Int?
  private let stepNs: UInt64
  /// The first arrival that belongs to a later slice.
  private var upcoming: UInt64?
  /// Who was meant to come so far.
  private(set) var arrivals: ArrivalCounts?
  /// Response times of the second that has not ended.
  private var response = LatencyHistogram()
  private var total = Total()
  /// What had been counted when the last second ended.
  private var reported = Total()
  private var secondEndNs: UInt64
  /// When the last slice ended.
  private var endNs: UInt64 = 0

  private struct Total {
    var offered = 0
    var completed = 0
    var dropped = 0
  }

  /// Before the first second.
  ///
  /// - Parameter stepNs: How long is what is reported as a second.
  init(arrivals: ArrivalInstants?, limit: Int?, stepNs: UInt64 = LoadMeter.secondNs) {
    self.limit = limit
    self.stepNs = stepNs
    secondEndNs = stepNs
    next = arrivals
    guard let arrivals else { return }
    upcoming = arrivals()
    self.arrivals = ArrivalCounts()
  }

  /// Takes a page in.
  ///
  /// - Returns: The seconds that end with it; and how many are in the system then, where that is known
  ///   and the page ends its slice.
  mutating func take(_ page: PageReading) -> (seconds: [LoadSecond], inSystem: Int?) {
    response.add(page.times.response)
    total.completed = page.completedTotal
    total.dropped = page.droppedTotal
    guard page.endsSlice else { return ([], nil) }
    endNs = page.endNs
    count(untilNs: endNs)
    var seconds: [LoadSecond] = []
    while secondEndNs <= endNs { seconds.append(endSecond()) }
    return (seconds, next == nil ? nil : inSystem)
  }

  /// The second that the last slice is a part of, if it has not ended with it.
  mutating func last() -> [LoadSecond] {
    guard endNs + stepNs > secondEndNs else { return [] }
    count(untilNs: secondEndNs)
    return [endSecond()]
  }

  private mutating func endSecond() -> LoadSecond {
    defer {
      reported = total
      response = LatencyHistogram()
      secondEndNs += stepNs
    }
    let isScheduled = next != nil
    return LoadSecond(
      endNs: secondEndNs, offered: isScheduled ? total.offered - reported.offered : nil,
      completed: total.completed - reported.completed,
      dropped: total.dropped - reported.dropped, inSystem: isScheduled ? inSystem : nil,
      p50Ns: response.knownPercentileNs(50).map { UInt64($0) },
      p99Ns: response.knownPercentileNs(99).map { UInt64($0) }, maxNs: response.maxNs)
  }

  /// Those who wait, and the one in service. More cannot be: who came to a full line during that
  /// service will be turned away when it ends.
  private var inSystem: Int {
    let open = max(0, total.offered - total.completed - total.dropped)
    return limit.map { min(open, $0 + 1) } ?? open
  }

  private mutating func count(untilNs endNs: UInt64) {
    while let atNs = upcoming, atNs < endNs {
      arrivals?.add(atNs)
      total.offered += 1
      upcoming = next?()
    }
  }
}
