public import Workloads

extension EffectLoadState {
  /// Waits until the next user acts: those whose actions end meanwhile think, or go away.
  ///
  /// - Returns: Whether there is one.
  @inlinable
  @inline(never)
  nonisolated(nonsending) mutating func nextUser() async -> Bool {
    while true {
      let openCount = service.takeEnded(into: &ended)
      for one in ended {
        if one.hasReneged {
          source.crowd!.reneged(one.user, atNs: one.atNs)
        } else {
          source.crowd!.ended(one.user, atNs: one.atNs)
        }
      }
      ended.removeAll(keepingCapacity: true)
      let now = service.time.nowNs()
      guard now < endNs else { return false }
      let firstNs = source.crowd!.upcoming()
      guard let firstNs, firstNs <= now else {
        guard firstNs != nil || openCount > 0 else { return false }
        await service.nap(untilNs: min(firstNs ?? .max, endNs))
        continue
      }
      guard let next = source.crowd!.nextWaiting(notAfter: now) else { continue }
      (intendedNs, startedNs) = (next.atNs, now)
      user = next.user
      source.upcoming = next.action
      return true
    }
  }
}
