import FlowTestSupport
import Testing

@testable import FlowCore

struct `A combined effect` {
  private func isSend(_ effect: Effect<Int>) -> Bool {
    if case .send = effect { true } else { false }
  }

  @Test func `is the other one when either is none`() {
    #expect(isSend(.none.merged(with: .send(1))))
    #expect(isSend(.send(1).merged(with: .none)))
    #expect(!isSend(.send(1).merged(with: .send(2))))
  }

  @Test func `is one step in any number of scopes`() {
    let effect = Effect<Int>.task { 1 }.namespaced("inner").namespaced("outer")
    guard case .later(let plan) = effect, plan.steps.count == 2,
      case .inside(let steps, cancelling: 0, count: 1) = plan.steps[0]
    else {
      Issue.record("\(effect) is not work in one list of places")
      return
    }
    #expect(steps == [.scope("outer"), .scope("inner")])
  }

  @Test func `of one immediate effect has a namespace, by which its queued action is dropped`() {
    for effect in [Effect.concatenate(.send(1)), .merge(.none, .send(1))] {
      guard case .later(let plan) = effect.namespaced("a"), case .inside = plan.steps[0] else {
        Issue.record("\(effect) has no namespace")
        continue
      }
      #expect(plan.steps.count == 3)
    }
  }

  @Test func `has a namespace at a case only if it may suspend or names identifiers`() {
    func isPlaced(_ effect: Effect<Int>) -> Bool {
      if case .later(let plan) = effect.map(.whole), case .inside = plan.steps[0] {
        true
      } else {
        false
      }
    }
    #expect(isPlaced(.task { 1 }) && isPlaced(.cancel(id: 1)))
    #expect(!isPlaced(.none) && !isPlaced(.send(1)))
    // One in 257 becomes a plan.
    for _ in 0..<300 { #expect(!isPlaced(.perform { 1 })) }
  }
}

// In processes of their own, because the program stops.
struct `An internal inconsistency stops the program` {
  @Test func `if an effect ends that has not started`() async {
    await #expect(processExitsWith: .failure) { EffectGroup().end() }
  }

  @Test func `if an effect ends twice`() async {
    await #expect(processExitsWith: .failure) {
      var running = RunningEffects()
      let id = running.open(EffectContext(), isWork: true)
      _ = running.close(id)
      _ = running.close(id)
    }
  }
}

struct `Running effects` {
  // Otherwise, to replace an effect n times within one action would take n² steps.
  @Test func `are cancelled once, however often their name is`() {
    var running = RunningEffects()
    let path = EffectPath().appending([.scope("search"), .identifier("load")])
    func start() -> RunningEffects.ID {
      let id = running.open(EffectContext(path: path), isWork: true)
      _ = running.keep(Task {}, of: id)
      return id
    }
    let name = EffectPath().appending([.scope("search")]).name(of: "load")
    let first = [start(), start()]
    #expect(running.cancel([name]).count == 2 && first.allSatisfy(running.isCancelled))
    #expect(running.cancel([name]).isEmpty)
    let last = start()
    // The scope is a name of all three.
    #expect(running.cancel([EffectPath().name(of: "search")]).count == 1)
    #expect(running.isCancelled(last) && running.cancelAll().isEmpty)
    for id in first + [last] {
      _ = running.close(id)
      running.removeEndedNames()
    }
    #expect(running.cancel([name]).isEmpty && running.entryCount == 0)
  }
}

struct `A group of effects` {
  @Test func `calls its closure once at its end`() {
    let group = EffectGroup()
    var ends = 0
    for _ in 0..<2 { group.begin() }
    group.onEnd = { ends += 1 }
    group.end()
    #expect(ends == 0 && !group.isDone)
    group.end()
    #expect(ends == 1 && group.isDone)
    group.begin()
    group.end()
    #expect(ends == 1)
  }

  @Test func `that ends while its parts start does not call its closure`() {
    let group = EffectGroup()
    group.begin()
    group.onEnd = { Issue.record("it was notified of its end") }
    #expect(group.endsNow() && group.isDone)
    var hasEnded = false
    for _ in 0..<2 { group.begin() }
    group.onEnd = { hasEnded = true }
    #expect(!group.endsNow() && !group.isDone && !hasEnded)
    group.end()
    #expect(hasEnded)
  }
}
