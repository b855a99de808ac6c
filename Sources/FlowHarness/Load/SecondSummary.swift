import Measurement

/// The instants of a load's actions, in order; `nil` after the last.
package typealias ArrivalInstants = () -> UInt64?

/// Turns running totals into seconds, and counts who was meant to come.
///
/// Where time jumps, seconds in which no action came, ended or was dropped are left out, so that a
/// quiet time costs nothing, however long it is. In real time each second says how the machine was.
struct SecondSummary {
  private let next: ArrivalInstants?
  private let limit: Int?
  private let stepNs: UInt64
  /// The length of a slice where time jumps; `nil` in real time.
  private let quietSliceNs: UInt64?
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

  private struct Total: Equatable {
    var offered = 0
    var completed = 0
    var dropped = 0
  }

  /// Before the first second.
  ///
  /// - Parameters:
  ///   - stepNs: How long is what is reported as a second.
  ///   - quietSliceNs: The length of a slice of a load whose time jumps; `nil` in real time.
  init(
    arrivals: ArrivalInstants?, limit: Int?, stepNs: UInt64 = LoadMeter.secondNs,
    quietSliceNs: UInt64? = nil
  ) {
    self.limit = limit
    self.stepNs = stepNs
    self.quietSliceNs = quietSliceNs
    secondEndNs = stepNs
    next = arrivals
    guard let arrivals else { return }
    upcoming = arrivals()
    self.arrivals = ArrivalCounts()
  }

  /// Cuts off the first part of a page: its quiet slices before the next arrival, or the slice of
  /// that.
  ///
  /// - Parameter rest: The page; then what is left of it, `nil` after the last part.
  /// - Returns: `nil` when nothing is left.
  func nextPart(of rest: inout PageReading?) -> PageReading? {
    guard let page = rest, page.slices > 1, let quietSliceNs else { return rest.take() }
    let startNs = page.endNs - UInt64(page.slices) * quietSliceNs
    let quiet = upcoming.map { max($0, startNs) - startNs } ?? .max
    var part = page
    part.slices = Int(min(UInt64(page.slices), max(1, quiet / quietSliceNs)))
    part.endNs = startNs + UInt64(part.slices) * quietSliceNs
    rest?.slices -= part.slices
    if part.slices == page.slices { rest = nil }
    return part
  }

  /// Takes a page in, or a part of one.
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
    while secondEndNs <= endNs {
      if isQuiet {
        // Nothing changes until the page's end.
        secondEndNs += ((endNs - secondEndNs) / stepNs + 1) * stepNs
      } else {
        seconds.append(endSecond())
      }
    }
    return (seconds, next == nil ? nil : inSystem)
  }

  /// The second that the last slice is a part of, if it has not ended with it.
  mutating func last() -> [LoadSecond] {
    guard endNs + stepNs > secondEndNs else { return [] }
    count(untilNs: secondEndNs)
    return isQuiet ? [] : [endSecond()]
  }

  /// Whether nothing has happened since the last second that was reported, where such seconds are
  /// left out.
  private var isQuiet: Bool { quietSliceNs != nil && total == reported }

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
