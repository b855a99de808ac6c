import PlainText
import Workloads

/// Checks the events of one interleaving of a load against the rules for all interleavings.
///
/// Each action is reduced once and in the order of sending, no request is answered after a newer
/// action has cancelled it, every effect ends once, and the final state is that of the reductions.
struct InterleavingCheck<F: ServedFeature> {
  private let feature: F
  /// The sent actions; the first one has number 1.
  private let actions: [F.Action]
  private let events: [EffectEvent]

  /// - Parameter feature: The feature without a simulated service.
  init(_ feature: F, _ actions: [F.Action], _ events: [EffectEvent]) {
    self.feature = feature
    self.actions = actions
    self.events = events
  }

  /// Returns the first violation; `nil` if there is none.
  ///
  /// - Parameter digest: The digest of the store's final state.
  func fault(digest: UInt64) -> InterleavingFault? {
    order() ?? superfluous() ?? ends() ?? state(digest)
  }

  /// Returns the first violation of each kind.
  ///
  /// - Parameters:
  ///   - digest: The digest of the store's final state.
  ///   - keepsOrder: A Boolean value that indicates whether actions must be reduced in the order of
  ///     sending.
  func findings(digest: UInt64, keepsOrder: Bool) -> InterleavingFindings {
    var findings = InterleavingFindings(
      faults: [keepsOrder ? order() : completeness(), ends(), state(digest)].compactMap(\.self))
    var (newest, newer): ([Int: UInt64], [UInt64: UInt64]) = ([:], [:])
    var servedLate: Set<UInt64> = []
    var ended: Set<UInt64> = []
    for event in events {
      switch event {
      case .reduced(let number): record(number, &newest, &newer)
      case .served(let number):
        // A store cancels after the reduction, and the service may answer in between. The
        // cancellation is certain only after the next reduction of the key.
        if newer[number].map({ newer[$0] != nil }) == true { servedLate.insert(number) }
      case .answered(let number):
        guard let newer = newer[number] else { continue }
        let fault = Self.superfluous(number, newer)
        // An answer of the service before the cancellation may have been in transit.
        if servedLate.contains(number) || ended.contains(number) {
          findings.uncancelled.append(fault)
        } else {
          findings.overtaken.append(fault)
        }
      case .ended(let number):
        ended.insert(number)
        if newer[number] != nil { findings.cancelled += 1 }
      }
    }
    return findings
  }

  private func order() -> InterleavingFault? {
    var last: UInt64 = 0
    for case .reduced(let number) in events {
      func fault(_ action: UInt64, _ text: String) -> InterleavingFault {
        InterleavingFault(kind: .order, action: action, text: text)
      }
      if number == last { return fault(number, "action \(number) was reduced twice") }
      guard number > last else {
        return fault(number, "action \(number) was reduced after action \(last)")
      }
      guard number == last + 1 else {
        return fault(last + 1, "action \(last + 1) was skipped")
      }
      last = number
    }
    guard last == UInt64(actions.count) else {
      return InterleavingFault(
        kind: .order, action: last + 1, text: "action \(last + 1) was never reduced")
    }
    return nil
  }

  /// Checks that each action is reduced once, in any order.
  private func completeness() -> InterleavingFault? {
    var counts = [Int](repeating: 0, count: actions.count)
    for case .reduced(let number) in events { counts[Int(number) - 1] += 1 }
    guard let index = counts.firstIndex(where: { $0 != 1 }) else { return nil }
    return InterleavingFault(
      kind: .order, action: UInt64(index + 1),
      text: "action \(index + 1) was reduced \(counts[index]) times")
  }

  private func superfluous() -> InterleavingFault? {
    var newest: [Int: UInt64] = [:]
    var newer: [UInt64: UInt64] = [:]
    for event in events {
      switch event {
      case .reduced(let number): record(number, &newest, &newer)
      case .answered(let number):
        if let newer = newer[number] {
          return Self.superfluous(number, newer)
        }
      case .served, .ended: continue
      }
    }
    return nil
  }

  private static func superfluous(_ number: UInt64, _ newer: UInt64) -> InterleavingFault {
    InterleavingFault(
      kind: .superfluous, action: number,
      text: "the request of action \(number) was answered after action \(newer) cancelled it")
  }

  /// Records the request that an action cancels.
  private func record(
    _ number: UInt64, _ newest: inout [Int: UInt64], _ newer: inout [UInt64: UInt64]
  ) {
    guard let key = feature.cancellationKey(of: actions[Int(number) - 1]) else { return }
    if let old = newest.updateValue(number, forKey: key) { newer[old] = number }
  }

  /// Repeats the reductions of the actions and of their answers.
  private func state(_ digest: UInt64) -> InterleavingFault? {
    var state = feature.initialState
    var requests: [UInt64: F.Request] = [:]
    func reduce(_ action: F.Action, _ number: UInt64) {
      feature.reduce(into: &state, action: action)
      requests[number] = feature.request(for: action, after: state)
    }
    for event in events {
      switch event {
      case .reduced(let number): reduce(actions[Int(number) - 1], number)
      case .answered(let number):
        guard let request = requests[number], let answer = feature.perform(request) else {
          return InterleavingFault(
            kind: .state, action: number,
            text: "action \(number) was answered without a request")
        }
        reduce(answer, number)
      case .served, .ended: continue
      }
    }
    let expected = combineSlots(feature.slotCount) { feature.read(.digest, state, slot: $0) }
    guard expected != digest else { return nil }
    return InterleavingFault(
      kind: .state, action: nil, text: "the final state differs from that of the reductions")
  }

  private func ends() -> InterleavingFault? {
    var ends: [UInt64: Int] = [:]
    for event in events {
      switch event {
      case .reduced, .served: continue
      case .answered(let number), .ended(let number): ends[number, default: 0] += 1
      }
    }
    var (newest, newer): ([Int: UInt64], [UInt64: UInt64]) = ([:], [:])
    for index in actions.indices { record(UInt64(index + 1), &newest, &newer) }
    var state = feature.initialState
    for (index, action) in actions.enumerated() {
      feature.reduce(into: &state, action: action)
      let number = UInt64(index + 1)
      let asked = feature.request(for: action, after: state) == nil ? 0 : 1
      let found = ends[number] ?? 0
      // The answer to a cancelled request may be dropped.
      if found != asked, found > asked || newer[number] == nil {
        return InterleavingFault(
          kind: found > asked ? .doubled : .dropped, action: number,
          text:
            "the request of action \(number) ended \(CountText.text(found, "time")) instead of \(asked)"
        )
      }
    }
    return nil
  }
}
