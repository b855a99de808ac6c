import FlowCore
import Foundation
import Testing
import Workloads

/// An app of any list of modules is its modules, side by side.
@Suite struct ModularAppTests {
  typealias Two = ModularApp<
    BigTallyFeature, KettleFeature, NoModule, NoModule, NoModule, NoModule, NoModule, NoModule
  >
  /// The list of the built-in app, and a line more.
  typealias Eight = ModularApp<
    TimerFeature, PrimesFeature, ProfileFeature, LoginFeature, NotesFeature, ShopFeature,
    SearchFeature,
    KettleFeature
  >

  static func two(_ copies: Int) -> Two {
    Two(
      BigTallyFeature(), KettleFeature(), NoModule(), NoModule(), NoModule(), NoModule(),
      NoModule(), NoModule(), copies: copies)
  }

  static func eight(_ copies: Int) -> Eight {
    // A clock that stands: what a module is answered does not depend on when the others asked.
    let services = Services(clock: SimulatedClock(step: 0))
    return Eight(
      Workload.timer.make(services), Workload.primes.make(services), ProfileFeature(),
      LoginFeature(), NotesFeature(), ShopFeature(), SearchFeature(), KettleFeature(),
      copies: copies)
  }

  /// Holds every part against the module on its own, which is given the part's actions alone.
  private func expectParts<App: AppOfModules>(
    _ app: App, kinds: Int, _ distribution: Distribution
  ) {
    var sent: [App.Action] = []
    var state = app.initialState
    for action in actions(of: app, distribution, count: 3000) {
      var next: App.Action? = action
      while let action = next {
        sent.append(action)
        app.reduce(into: &state, action: action)
        let request = app.request(for: action, after: state)
        #expect(request == nil || app.mayRequest(action))
        next = request.flatMap { app.perform($0) }
      }
    }
    var check = PartCheck(app: app, sent: sent, end: state)
    app.visitParts(&check)
    #expect(check.names.count == kinds && app.slotCount == kinds * app.copyCount)
    #expect(check.taken == sent.count, "every action is one part's")
    #expect((0..<kinds).map { app.slot(rank: $0) } == (0..<kinds).map { $0 * app.copyCount })
    #expect(App.hasEffects)
  }

  @Test(arguments: [Distribution.uniform, .session(users: 5)], [1, 3])
  func `an app is the fold of its parts`(distribution: Distribution, copies: Int) {
    expectParts(Self.two(copies), kinds: 2, distribution)
    expectParts(Self.eight(copies), kinds: 8, distribution)
    expectParts(AppFeature(copies: copies, clock: .init(step: 0)), kinds: 7, distribution)
  }

  @Test func `an absent kind has no slots, no room and no effects`() {
    #expect(Two.kindCount == 2 && Eight.kindCount == 8)
    #expect(MemoryLayout<Two.State>.size == 2 * MemoryLayout<[Int]>.size)
    #expect(MemoryLayout<NoModule.State>.size == 0 && !NoModule.hasEffects)
    #expect(
      !ModularApp<
        BigTallyFeature, NoModule, NoModule, NoModule, NoModule, NoModule, NoModule, NoModule
      >.hasEffects)
  }

  @Test func `a module after an absent one is refused`() async {
    await #expect(processExitsWith: .failure) {
      _ = ModularApp(
        BigTallyFeature(), NoModule(), KettleFeature(), NoModule(), NoModule(), NoModule(),
        NoModule(), NoModule(), copies: 1)
    }
  }

  @Test func `two modules of one name are refused`() async {
    await #expect(processExitsWith: .failure) {
      _ = ModularApp(
        KettleFeature(), KettleFeature(), NoModule(), NoModule(), NoModule(), NoModule(),
        NoModule(), NoModule(), copies: 1)
    }
  }

  @Test func `a slot that no module has is refused`() async {
    await #expect(processExitsWith: .failure) {
      let app = ModularAppTests.two(1)
      _ = app.drawn(app.initialState, slot: 2)
    }
  }

  @Test func `an action that its module does not accept is not accepted`() {
    let app = Self.two(2)
    #expect(app.accepts(.m0(.init(index: 1, action: .mark(3)))))
    #expect(!app.accepts(.m0(.init(index: 1, action: .mark(-1)))))
    #expect(!app.accepts(.m1(.init(index: 2, action: .cool))))
  }

  @Test func `an app with fewer copies has the same modules`() {
    let app = Self.two(5).with(copies: 2)
    #expect(app.copyCount == 2 && app.slotCount == 4)
    #expect(app.initialState.m1.features.count == 2)
    #expect(app.place(of: 3) == (1, 1))
    #expect(app.slot(kind: 1, copy: 2, copies: 3) == 5)
  }

  @Test func `a module is called by the words of its type`() {
    #expect(BigTallyFeature.name == "big-tally" && TimerFeature.name == "timer")
    #expect(Served<SearchFeature, NoService>.name == "served")
  }
}

/// Nobody serves.
private final class NoService: SimulatedService {
  func reduced(_ id: LoadActionID, isAnswer: Bool, asks: Bool) {}
  nonisolated(nonsending) func serve(_ id: LoadActionID) async -> Bool { true }
}
