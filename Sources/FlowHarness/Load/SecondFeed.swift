import Foundation
import Measurement
import Synchronization

/// Hands finished seconds from the thread that drives to the one that reports.
///
/// The driver gives a full page away and gets a blank one for it, once a second; what is done with
/// the full one costs it nothing.
package final class SecondFeed: Sendable {
  typealias Page = UnsafeMutablePointer<SecondCounts>

  private struct State: @unchecked Sendable {
    var full: [Page] = []
    var blank: [Page] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let signal = DispatchSemaphore(value: 0)
  /// Blank pages. Where time jumps, seconds can be over faster than they are read: the driver then
  /// waits for one.
  private let blanks = DispatchSemaphore(value: pages)

  private static let pages = 32

  /// A feed with a few blank pages.
  package init() {
    let pages = (0..<Self.pages).map { _ in SendablePage(Self.newPage()) }
    state.withLock { state in state.blank = pages.map(\.page) }
  }

  deinit {
    state.withLock { state in
      for page in state.full + state.blank {
        page.pointee.response.deallocate()
        page.deallocate()
      }
    }
  }

  /// A blank page, waiting for it.
  func blank() -> Page {
    blanks.wait()
    return state.withLock { SendablePage($0.blank.removeLast()) }.page
  }

  /// Hands over a full page for a blank one.
  func exchange(_ page: Page) -> Page {
    let full = SendablePage(page)
    state.withLock { $0.full.append(full.page) }
    signal.signal()
    return blank()
  }

  /// Gives a page back that is blank again.
  func putBack(_ page: Page) {
    let blank = SendablePage(page)
    state.withLock { $0.blank.append(blank.page) }
    blanks.signal()
  }

  /// Says that nothing comes any more.
  package func close() {
    state.withLock { $0.isClosed = true }
    signal.signal()
  }

  /// The next full page, waiting for it; `nil` after the last one.
  func next() -> Page? {
    while true {
      signal.wait()
      let (page, isClosed) = state.withLock { state in
        (state.full.isEmpty ? nil : SendablePage(state.full.removeFirst()), state.isClosed)
      }
      if let page { return page.page }
      if isClosed { return nil }
    }
  }

  private static func newPage() -> Page {
    let page = Page.allocate(capacity: 1)
    page.initialize(to: SecondCounts())
    return page
  }

  /// Unchecked: a page belongs to one side at a time.
  private struct SendablePage: @unchecked Sendable {
    let page: Page
    init(_ page: Page) { self.page = page }
  }
}
