import Foundation
import Measurement
import Synchronization

/// Hands finished pages from the thread that drives to the one that reports.
///
/// The driver gives a written page away and gets a blank one for it, a few times a second; what is done
/// with the written one costs it nothing.
package final class PageFeed: Sendable {
  typealias Page = UnsafeMutablePointer<LoadPage>

  private struct State: @unchecked Sendable {
    var written: [Page] = []
    var blank: [Page] = []
    var isClosed = false
  }

  /// How long a slice of the load is, whose actions are counted apart; seconds are whole slices.
  let sliceNs: UInt64
  /// Whether time jumps: slices can then be over faster than they are read, and the driver waits. In
  /// real time it never does: while no page is blank it goes on with the one that it has.
  let isVirtual: Bool
  private let state = Mutex(State())
  /// Notified of each page that is written.
  private let signal: DispatchSemaphore
  private let blanks: DispatchSemaphore

  private static let pages = 12
  /// How many slices a second may have: whole nanoseconds each. With more, the hand-over of pages would
  /// disturb what is measured.
  private static let slicesOfSecond: [UInt64] = [1, 2, 4, 5, 8, 10, 16, 20, 25, 32, 40, 50]
  /// So many slices a load has at least, where it is long enough.
  private static let slices = 64.0

  /// A feed with a few blank pages, for a load of this length, or one that is looked at in parts of it.
  ///
  /// - Parameter stepNs: How long each part of it is that is reported.
  package convenience init(
    durationNs: UInt64, isVirtual: Bool, stepNs: UInt64 = LoadMeter.secondNs
  ) {
    self.init(
      durationNs: durationNs, isVirtual: isVirtual, stepNs: stepNs, pages: Self.pages,
      signal: DispatchSemaphore(value: 0))
  }

  /// The feed of one of several workers, whose pages are read as those of one.
  ///
  /// - Parameter signal: Notified of each page that is written, and of the end.
  convenience init(durationNs: UInt64, workers: Int, signal: DispatchSemaphore) {
    self.init(
      durationNs: durationNs, isVirtual: false, stepNs: LoadMeter.secondNs,
      pages: max(3, Self.pages / workers), signal: signal)
  }

  private init(
    durationNs: UInt64, isVirtual: Bool, stepNs: UInt64, pages: Int, signal: DispatchSemaphore
  ) {
    self.signal = signal
    blanks = DispatchSemaphore(value: pages)
    let wanted = Self.slices * Double(LoadMeter.secondNs) / Double(max(1, durationNs))
    let allowed = Self.slicesOfSecond
    let shortNs =
      LoadMeter.secondNs / (allowed.first { Double($0) >= wanted } ?? allowed[allowed.count - 1])
    sliceNs = stepNs > LoadMeter.secondNs ? stepNs : shortNs
    self.isVirtual = isVirtual
    let pages = (0..<pages).map { _ in SendablePage(Self.newPage()) }
    state.withLock { state in state.blank = pages.map(\.page) }
  }

  deinit {
    state.withLock { state in
      for page in state.written + state.blank {
        page.pointee.times.deallocate()
        page.deallocate()
      }
    }
  }

  /// A blank page, waiting for it.
  func blank() -> Page {
    blanks.wait()
    return takeBlank()
  }

  /// Hands over a written page for a blank one, waiting for it.
  func exchange(_ page: Page) -> Page {
    submit(page)
    return blank()
  }

  /// Hands over a written page for a blank one.
  ///
  /// - Returns: `nil` when none is blank and time does not wait: the page was not handed over.
  func exchangeWithoutWaiting(_ page: Page) -> Page? {
    guard !isVirtual else { return exchange(page) }
    guard blanks.wait(timeout: .now()) == .success else { return nil }
    submit(page)
    return takeBlank()
  }

  /// Hands over the last written page.
  func submit(_ page: Page) {
    let written = SendablePage(page)
    state.withLock { $0.written.append(written.page) }
    signal.signal()
  }

  /// Gives a page back that is blank again.
  private func putBack(_ page: Page) {
    let blank = SendablePage(page)
    state.withLock { $0.blank.append(blank.page) }
    blanks.signal()
  }

  /// Says that nothing comes any more.
  package func close() {
    state.withLock { $0.isClosed = true }
    signal.signal()
  }

  /// What the next written page says, waiting for it; `nil` after the last one.
  func read() -> PageReading? {
    while true {
      signal.wait()
      let (page, isClosed) = readWithoutWaiting()
      if let page { return page }
      if isClosed { return nil }
    }
  }

  /// What the next written page says, if there is one, and whether none is written any more.
  func readWithoutWaiting() -> (page: PageReading?, isClosed: Bool) {
    let (page, isClosed) = state.withLock { state in
      (state.written.isEmpty ? nil : SendablePage(state.written.removeFirst()), state.isClosed)
    }
    guard let page = page?.page else { return (nil, isClosed) }
    let reading = page.pointee.reading
    page.pointee.reset()
    putBack(page)
    return (reading, isClosed)
  }

  private func takeBlank() -> Page { state.withLock { SendablePage($0.blank.removeLast()) }.page }

  private static func newPage() -> Page {
    let page = Page.allocate(capacity: 1)
    page.initialize(to: LoadPage())
    return page
  }

  /// Unchecked: a page belongs to one side at a time.
  private struct SendablePage: @unchecked Sendable {
    let page: Page
    init(_ page: Page) { self.page = page }
  }
}
