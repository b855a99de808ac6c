import FlowBenchCLI

/// A copy of FlowBench's `floor`. `make example` checks that its loops have no other calls here.
struct OwnFloorAdapter<F: Feature>: SynchronousStore {
  private let feature: F
  private var state: F.State

  init(_ feature: F) {
    self.feature = feature
    state = feature.initialState
  }

  mutating func send(_ action: F.Action) {
    feature.reduce(into: &state, action: action)
    if let request = feature.request(for: action, after: state) { settle(request) }
  }

  // Not inlined, because otherwise the compiler does not inline the reduction into the loop.
  @inline(never)
  private mutating func settle(_ first: F.Request) {
    var next: F.Request? = first
    while let request = next {
      guard let answer = feature.perform(request) else { return }
      feature.reduce(into: &state, action: answer)
      next = feature.request(for: answer, after: state)
    }
  }

  func read(_ reading: Reading, slot: Int) -> UInt64 { feature.read(reading, state, slot: slot) }
}

struct OwnFloorDesign: StoreDesign {
  let description = DesignDescription(
    id: "own-floor", summary: "floor, from this package", questions: [])

  func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { OwnFloorAdapter($0) }
  }
}
