import FlowTestSupport
import Synchronization
import Testing

@testable import FlowCore

private struct Person: Equatable {
  var name = ""
  var age = 0
}

private typealias People = Reduce<Person, Int>

private func people() -> People {
  People { person, age in
    person.age = age
    return .none
  }
}

/// The places where closures were released.
private final class Releases: Sendable {
  private let onActor = Atomic(0)
  private let elsewhere = Atomic(0)

  var counts: [Int] {
    [onActor.load(ordering: .acquiring), elsewhere.load(ordering: .acquiring)]
  }
  var total: Int { counts[0] + counts[1] }

  func add(on actor: any Actor) {
    if StoreIsolation.isOn(actor) {
      onActor.add(1, ordering: .acquiringAndReleasing)
    } else {
      elsewhere.add(1, ordering: .acquiringAndReleasing)
    }
  }
}

/// An object that a closure of an observer captures.
private final class Captured: Sendable {
  private let releases: Releases
  private let actor: any Actor

  init(_ releases: Releases, on actor: any Actor) {
    self.releases = releases
    self.actor = actor
  }

  deinit { releases.add(on: actor) }
}

/// A view of the main actor, which may be released on any thread.
@MainActor
private final class Title {
  private(set) var text = ""
  private var tokens: [ObservationToken] = []

  init(_ store: Store<People>, _ releases: Releases) {
    let captured = Captured(releases, on: MainActor.shared)
    tokens = [
      store.subscribe(to: \.age) { [weak self] age in
        withExtendedLifetime(captured) { self?.text = "\(age)" }
      },
      store.observe { [weak self, weak store] in
        withExtendedLifetime(captured) { self?.text = "\(store?.age ?? 0)" }
      },
    ]
  }
}

@globalActor
private actor Background {
  static let shared = Background()
}

/// The same for another actor.
@Background
private final class Report {
  private(set) var text = ""
  private var token: ObservationToken?

  init(_ store: Store<People>, _ releases: Releases) {
    let captured = Captured(releases, on: Background.shared)
    token = store.subscribe(to: \.age) { [weak self] age in
      withExtendedLifetime(captured) { self?.text = "\(age)" }
    }
  }
}

/// An object that is released on another thread.
private final class Hold<Object>: @unchecked Sendable {
  private var object: Object?

  init(_ object: Object) { self.object = object }

  @concurrent
  func release() async { object = nil }
}

@MainActor
private func releaseTitles() async -> [Int] {
  let store = Store(initialState: Person(), reducer: people())
  let releases = Releases()
  let other = store.subscribe(to: \.age) { _ in }
  var age = 0
  for _ in 0..<200 {
    let titles = Hold((0..<5).map { _ in Title(store, releases) })
    let release = Task { @concurrent in await titles.release() }
    for _ in 0..<20 {
      age += 1
      store.send(age)
      await Task.yield()
    }
    await release.value
  }
  while store.counts.observers > 1 { await Task.yield() }
  other.cancel()
  while releases.total < 1_000 { await Task.yield() }
  return releases.counts
}

@Background
private func releaseReports() async -> [Int] {
  let store = Store(initialState: Person(), reducer: people())
  let releases = Releases()
  let other = store.subscribe(to: \.age) { _ in }
  var age = 0
  for _ in 0..<200 {
    let reports = Hold((0..<5).map { _ in Report(store, releases) })
    let release = Task { @concurrent in await reports.release() }
    for _ in 0..<20 {
      age += 1
      store.send(age)
      await Task.yield()
    }
    await release.value
  }
  while store.counts.observers > 1 { await Task.yield() }
  other.cancel()
  while releases.total < 1_000 { await Task.yield() }
  return releases.counts
}

@Suite(.timeLimit(.minutes(20)))
struct `A token that is released on another thread` {
  // In processes of their own, because a failure stops the program.
  @Test func `ends its subscription on the main actor`() async {
    await #expect(processExitsWith: .success) {
      #expect(await releaseTitles() == [1_000, 0])
    }
  }

  @Test func `ends its subscription on another actor`() async {
    await #expect(processExitsWith: .success) {
      #expect(await releaseReports() == [1_000, 0])
    }
  }

  @MainActor
  @Test func `ends nothing if its store was released before`() async {
    let releases = Releases()
    let title: Hold<Title>
    do {
      let store = Store(initialState: Person(), reducer: people())
      title = Hold(Title(store, releases))
    }
    await title.release()
    await until { releases.total == 1 }
    #expect(releases.counts == [1, 0])
  }

  @MainActor
  @Test func `ends its subscription at once on its actor`() {
    let releases = Releases()
    let store = Store(initialState: Person(), reducer: people())
    var title: Title? = Title(store, releases)
    #expect(store.counts.observers == 2)
    withExtendedLifetime(title) {}
    title = nil
    #expect(store.counts.observers == 0)
    #expect(releases.counts == [1, 0])
  }

  @Test func `ends its subscription at once in a store without an actor`() {
    let releases = Releases()
    let store = Store(initialState: Person(), reducer: people(), isolation: nil)
    do {
      let captured = Captured(releases, on: Background.shared)
      _ = store.subscribe(to: \.age) { _ in withExtendedLifetime(captured) {} }
    }
    #expect(store.counts.observers == 0)
    #expect(releases.total == 1)
  }

  private actor Owner {
    private var store: Store<People>?
    private var token: ObservationToken?

    func start(_ releases: Releases) {
      let store = Store(initialState: Person(), reducer: people())
      let captured = Captured(releases, on: Background.shared)
      token = store.subscribe(to: \.age) { _ in withExtendedLifetime(captured) {} }
      self.store = store
    }
  }

  @Test func `is released with the actor that owns its store`() async {
    let releases = Releases()
    weak var owner: Owner?
    do {
      let made = Owner()
      owner = made
      await made.start(releases)
    }
    #expect(owner == nil)
    #expect(releases.total == 1)
  }
}

/// An owner of a store, which may be released on any thread.
@MainActor
private final class Screen {
  let store = Store(initialState: Person(), reducer: people())
}

@MainActor
private func releaseScreens(_ count: Int) async -> Int {
  for _ in 0..<count {
    let screen: Hold<Screen>
    do {
      let made = Screen()
      // The end of each sequence is handled by a job of the main actor.
      for _ in 0..<4 { _ = made.store.states(of: \.age, buffer: .unbounded) }
      screen = Hold(made)
    }
    let release = Task { @concurrent in await screen.release() }
    for _ in 0..<8 { await Task.yield() }
    await release.value
  }
  return count
}

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct `A store that is released while its list of observers is in use` {
  @Test func `keeps the data that the list needs`() {
    var store: Store? = Store(initialState: Person(), reducer: people())
    var list = store?.core.observerList
    weak let isolation = store?.core.pointee.isolation
    let observer = Observer(region: .all, check: { _ in }, hasChanged: { _ in false })
    list?.add(observer)
    store = nil
    #expect(isolation != nil)
    list?.end(observer)
    #expect(list?.core.pointee.status == [])
    list = nil
    #expect(isolation == nil)
  }

  @Test func `on another thread`() async {
    await #expect(processExitsWith: .success) {
      #expect(await releaseScreens(500) == 500)
    }
  }
}
