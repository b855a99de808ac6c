import Foundation
import Measurement
import Synchronization

/// Returns the next of a load's pages, and waits for it; `nil` after the last.
package typealias PageReader = () -> PageReading?

/// The source of a load's pages: one thread, or several workers.
package protocol PageSource: Sendable {
  /// The length of a slice in virtual time; `nil` in real time.
  var quietSliceNs: UInt64? { get }
  /// Returns a reader, for one thread.
  func reader() -> PageReader
  /// Ends the pages.
  func close()
}

/// Hands finished pages from the thread that drives to the one that reports.
///
/// The driver exchanges a written page for a blank one a few times a second, and takes no part in what
/// follows.
package final class PageFeed: PageSource {
  typealias Page = UnsafeMutablePointer<LoadPage>

  private struct State: @unchecked Sendable {
    var written: [Page] = []
    var blank: [Page] = []
    var isClosed = false
  }

  /// The length of a slice of the load; seconds are whole slices.
  let sliceNs: UInt64
  package var quietSliceNs: UInt64? { isVirtual ? sliceNs : nil }
  /// In virtual time slices may end faster than they are read, and the driver waits. In real time it
  /// never waits: while no page is blank it continues with its page.
  let isVirtual: Bool
  private let state = Mutex(State())
  /// Signals each written page.
  private let signal: DispatchSemaphore
  private let blanks: DispatchSemaphore

  private static let pages = 12
  /// The accepted numbers of slices per second: whole nanoseconds each. More would disturb the
  /// measurement.
  private static let slicesOfSecond: [UInt64] = [1, 2, 4, 5, 8, 10, 16, 20, 25, 32, 40, 50]
  /// The minimum number of slices of a load that is long enough.
  private static let slices = 64.0

  /// Creates a feed with a few blank pages.
  ///
  /// - Parameter stepNs: The length of each reported part of the load.
  package convenience init(
    durationNs: UInt64, isVirtual: Bool, stepNs: UInt64 = LoadMeter.secondNs
  ) {
    self.init(
      durationNs: durationNs, isVirtual: isVirtual, stepNs: stepNs, pages: Self.pages,
      signal: DispatchSemaphore(value: 0))
  }

  /// Creates the feed of one of several workers.
  ///
  /// - Parameter signal: Signals each written page, and the end.
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

  func blank() -> Page {
    blanks.wait()
    return takeBlank()
  }

  /// Exchanges a written page for a blank one, and waits for it.
  func exchange(_ page: Page) -> Page {
    submit(page)
    return blank()
  }

  /// Exchanges a written page for a blank one.
  ///
  /// - Returns: `nil` if no page is blank in real time; the caller keeps its page.
  func exchangeWithoutWaiting(_ page: Page) -> Page? {
    guard !isVirtual else { return exchange(page) }
    guard blanks.wait(timeout: .now()) == .success else { return nil }
    submit(page)
    return takeBlank()
  }

  func submit(_ page: Page) {
    let written = SendablePage(page)
    state.withLock { $0.written.append(written.page) }
    signal.signal()
  }

  private func putBack(_ page: Page) {
    let blank = SendablePage(page)
    state.withLock { $0.blank.append(blank.page) }
    blanks.signal()
  }

  package func close() {
    state.withLock { $0.isClosed = true }
    signal.signal()
  }

  package func reader() -> PageReader { { self.read() } }

  private func read() -> PageReading? {
    while true {
      signal.wait()
      let (page, isClosed) = readWithoutWaiting()
      if let page { return page }
      if isClosed { return nil }
    }
  }

  /// Returns the values of the next written page if there is one, and whether the feed is closed.
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
