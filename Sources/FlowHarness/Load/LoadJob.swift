/// One load as a store's loop is given it: who comes when, and what is written down.
@usableFromInline
package struct LoadJob {
  let request: LoadRequest
  let start: LoadStart
  let feed: PageFeed
  /// Where the ends of users' actions are written down; `nil`: they do not wait for them.
  let ends: EndLog?

  package init(request: LoadRequest, start: LoadStart, feed: PageFeed, ends: EndLog? = nil) {
    self.request = request
    self.start = start
    self.feed = feed
    self.ends = ends
  }
}
