/// One load as a store's loop is given it: who comes when, and what is written down.
@usableFromInline
package struct LoadJob {
  let request: LoadRequest
  let start: LoadStart
  let feed: PageFeed
  /// Where the ends of users' actions are written down; `nil`: nowhere.
  let ends: EndLog?
  /// Folds what is sent; `nil`: the check is made afterwards.
  let check: (any LoadCheck)?

  package init(
    request: LoadRequest, start: LoadStart, feed: PageFeed, ends: EndLog? = nil,
    check: (any LoadCheck)? = nil
  ) {
    self.request = request
    self.start = start
    self.feed = feed
    self.ends = ends
    self.check = check
  }
}
