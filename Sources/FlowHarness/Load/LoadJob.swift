/// One load as a store's loop is given it: who comes when, and what is written down.
@usableFromInline
package struct LoadJob {
  let request: LoadRequest
  let start: LoadStart
  let feed: PageFeed

  package init(request: LoadRequest, start: LoadStart, feed: PageFeed) {
    self.request = request
    self.start = start
    self.feed = feed
  }
}
