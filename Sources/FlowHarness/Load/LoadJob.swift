/// One load as a store's loop is given it: who comes when, and what is written down.
@usableFromInline
struct LoadJob {
  let request: LoadRequest
  let start: LoadStart
  let feed: SecondFeed
}
