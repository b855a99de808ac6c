import FlowCore
import Foundation
import Testing
import Workloads

/// Compares each part of the app with copies of its module that receive the part's actions only.
struct PartCheck: AppPartVisitor {
  typealias App = AppFeature

  let app: App
  /// All actions, including answers.
  let sent: [App.Action]
  /// The state after them.
  let end: App.State
  /// The parts so far.
  var names: [String] = []
  /// The number of their actions.
  var taken = 0

  init(app: App, sent: [App.Action], end: App.State) {
    self.app = app
    self.sent = sent
    self.end = end
  }

  mutating func visit<Part: AppPart>(_ part: Part.Type) where Part.App == App {
    let kind = names.count
    names.append(Part.Module.name)
    let modules = Part.modules(of: app)
    let own = sent.compactMap { Part.extract($0) }
    taken += own.count
    var state = modules.initialState
    for action in own { modules.reduce(into: &state, action: action) }
    #expect(state == Part.value(of: end))
    var whole = app.initialState
    Part.set(state, in: &whole)
    #expect(Part.value(of: whole) == state && whole[keyPath: Part.state] == state)
    for copy in 0..<modules.count { checkSlot(part, kind, modules, state, copy) }
    for action in own.prefix(50) { checkAction(part, kind, modules, action) }
  }

  /// Checks that the part's slots are the copies of its module.
  private func checkSlot<Part: AppPart>(
    _ part: Part.Type, _ kind: Int, _ modules: Copies<Part.Module>,
    _ state: Copies<Part.Module>.State, _ copy: Int
  ) where Part.App == App {
    let slot = kind * app.copies + copy
    for reading in [Reading.digest, .drawn, .derived] {
      #expect(app.read(reading, end, slot: slot) == modules.read(reading, state, slot: copy))
    }
    #expect(app.visitSlice(slot: slot, SliceText(state: end)) == "\(state.features[copy])")
    let path = \Copies<Part.Module>.State.features
    #expect(
      app.region(slot: slot)
        == StateRegion.element(path, key: copy).inside(.part(Part.state)))
    #expect(app.region(slot: slot) != .unknown)
    for style in [ActionStyle.independent, .session] {
      var (random, ownRandom) = (SplitMix64(seed: 5), SplitMix64(seed: 5))
      var (cursor, ownCursor) = (app.initialCursor, modules.initialCursor)
      for _ in 0..<20 {
        let next = app.nextAction(slot: slot, cursor: &cursor, style: style, using: &random)
        let own = modules.nextAction(
          slot: copy, cursor: &ownCursor, style: style, using: &ownRandom)
        #expect(text(next) == text(own.map { Part.embed($0) }))
      }
    }
  }

  /// Checks the copy, the region and the encoding of an action of the part.
  private func checkAction<Part: AppPart>(
    _ part: Part.Type, _ kind: Int, _ modules: Copies<Part.Module>,
    _ local: Copies<Part.Module>.Action
  ) where Part.App == App {
    let action = Part.embed(local)
    #expect(app.accepts(action))
    let touched = kind * app.copies + local.index
    for slot in 0..<app.slotCount {
      let overlaps = app.region(of: action).overlaps(app.region(slot: slot))
      #expect(overlaps == (slot == touched))
    }
    #expect(text(action) == "{\"\(Part.Module.name)\":{\"_0\":\(text(local))}}")
  }

  private func text(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "nothing"
  }
}

/// The slice of a state as text.
private struct SliceText<State>: SliceVisitor {
  let state: State

  func visit<Slice: Equatable>(_ slice: @escaping (State) -> Slice) -> String {
    "\(slice(state))"
  }
}
