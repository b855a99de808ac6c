import FlowCore
import FlowTestSupport
import FlowTesting
import Testing

#if IsolatedApp
  @testable import IsolatedApp
#else
  @testable import PlainApp
#endif

/// The saved titles, newest last.
private actor Disk {
  private(set) var saved: [[String]] = []

  func save(_ titles: [String]) { saved.append(titles) }
}

/// One app, compiled in a module without default isolation and in one with that of the main actor.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct `An app` {
  private let clock = ManualClock()
  private let disk = Disk()
  private let news = AsyncStream.makeStream(of: String.self)

  private func makeScreen(day: Int = 1) -> LibraryScreen {
    LibraryScreen(world: world(day: day), clock: clock)
  }

  private func world(day: Int) -> World {
    let (disk, news) = (disk, news.stream)
    return World(
      today: { day }, cover: { "cover \($0)" }, find: { [$0, $0 + " again"] }, news: { news },
      save: { await disk.save($0) })
  }

  @Test func `awaits an action with everything that it causes`() async {
    let screen = makeScreen(day: 12)
    await screen.open()
    #expect(screen.day == 12)
    #expect(screen.titles == ["Something for the weekend"])
    #expect(screen.isSaved)
    #expect(await disk.saved == [["Something for the weekend"]])
    #expect(
      screen.log == ["open", "opened(day: 12)", #"add("Something for the weekend")"#, "saved"])
  }

  @Test func `is notified by a subscription before send returns`() {
    let screen = makeScreen()
    screen.add("Emma")
    #expect(screen.title == "1 books")
    #expect(!screen.isSaved)
  }

  @Test func `is notified by Observation of its reads`() async {
    let screen = makeScreen()
    #expect(screen.footer == "0 found")
    screen.type("em")
    screen.type("emma")
    await clock.advance(by: .milliseconds(300))
    await until { screen.footer == "2 found" }
    // The older search was cancelled while it waited.
    #expect(screen.log.count { $0.contains("found") } == 1)
  }

  @Test func `reads a part as a sequence`() async {
    let screen = makeScreen()
    async let result = screen.firstResult()
    screen.type("emma")
    await clock.advance(by: .milliseconds(300))
    #expect(await result == Search(query: "emma", found: ["emma", "emma again"]))
  }

  @Test func `has a row for each book`() async throws {
    let screen = makeScreen()
    screen.add("Emma")
    screen.add("Persuasion")
    let row = try #require(screen.row(2))
    row.toggleRead()
    await row.loadCover()
    #expect(row.isRead)
    #expect(row.cover == "cover 2")
    #expect(row.book == Book(id: 2, title: "Persuasion", isRead: true, cover: "cover 2"))
    #expect(screen.row(1)?.isRead == false)
    #expect(screen.row(3) == nil)
  }

  @Test func `refuses actions of a removed row`() throws {
    let screen = makeScreen()
    screen.add("Emma")
    let row = try #require(screen.row(1))
    screen.remove(1)
    row.toggleRead()
    #expect(screen.faults.map(\.kind) == [.missingPart])
    #expect(row.book == Book(id: 1, title: "Emma"))
  }

  @Test func `reduces an optional part`() throws {
    let screen = makeScreen()
    screen.add("Emma")
    #expect(screen.detail() == nil)
    screen.show(1)
    try #require(screen.detail()).toggleRead()
    #expect(screen.detail()?.isRead == true)
    #expect(screen.row(1)?.isRead == false)
  }

  @Test func `follows a stream until it is cancelled`() async {
    let screen = makeScreen()
    screen.follow()
    news.continuation.yield("one")
    news.continuation.yield("two")
    await until { screen.news.count == 2 }
    screen.unfollow()
    news.continuation.yield("three")
    for _ in 0..<100 { await Task.yield() }
    #expect(screen.news == ["one", "two"])
  }

  @Test func `ends its effects with the screen`() async {
    weak var observed: LibraryScreen?
    do {
      let screen = makeScreen()
      observed = screen
      screen.follow()
      news.continuation.yield("one")
      await until { !screen.news.isEmpty }
    }
    #expect(observed == nil)
    // The stream has ended because its task was cancelled.
    var later = news.stream.makeAsyncIterator()
    #expect(await later.next() == nil)
  }

  @Test func `receives synchronous answers before send returns`() {
    let screen = makeScreen()
    screen.tap(4)
    #expect(screen.tapCount == 7)
  }

  @Test func `has a store on another actor`() async {
    #expect(await Desk().lend(1, to: "Ada") == [1: "Ada, reminded"])
  }

  @Test func `is tested by a test store`() async {
    let store = TestStore(
      initialState: Search(), reducer: SearchReducer(world: world(day: 1), clock: clock))
    store.send(.typed("emma")) { $0.query = "emma" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.found(["emma", "emma again"])) { $0.found = ["emma", "emma again"] }
    await store.finish()
  }

  @Test func `is tested by a test store whose state is compared on the main actor`() async {
    let store = TestStore(
      initialState: Book(id: 1, title: "Emma"), reducer: BookReducer(world: world(day: 1)))
    store.send(.toggleRead) { $0.isRead = true }
    store.send(.loadCover)
    await store.receive(.coverLoaded("cover 1")) { $0.cover = "cover 1" }
    await store.finish()
  }
}
