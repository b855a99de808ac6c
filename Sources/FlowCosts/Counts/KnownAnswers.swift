internal import CFlowCount

/// The proof that this process counts: work whose counts are known, done once before the first count.
struct KnownAnswers: Sendable {
  /// The reason why allocations are not counted; `nil` if they are.
  let heapReason: String?
  /// The reason why objects, retains and releases are not counted; `nil` if they are.
  let runtimeReason: String?

  /// The result of this process.
  static let ofThisProcess: KnownAnswers = {
    flowcount_notice_tasks()
    flowcount_start()
    defer { flowcount_stop() }
    if let reason = flowcount_heap_invalid_reason() {
      return KnownAnswers(
        heapReason: String(cString: reason), runtimeReason: String(cString: reason))
    }
    let heap =
      countsBlocks()
      ? nil
      : "the allocator's calls do not reach FlowCosts; link FlowCosts into the program that runs the tests "
        + "(a test target's dependency), and not into a library that it loads"
    if let reason = flowcount_runtime_invalid_reason() {
      return KnownAnswers(heapReason: heap, runtimeReason: String(cString: reason))
    }
    return KnownAnswers(
      heapReason: heap,
      runtimeReason: countsObjects() ? nil : "known objects, retains and releases were miscounted")
  }()

  private static func countsBlocks() -> Bool {
    let before = Events.ofThread()
    flowcount_known_blocks()
    let counted = Events.ofThread() - before
    return counted.allocations == 3 && counted.frees == 3 && counted.reallocations == 1
      && counted.bytesAsked == 3 * 48 + 4096 && (counted.keptBytes == 0 || !knowsResized)
  }

  /// A Boolean value that indicates whether the old sizes of resized blocks are counted as returned.
  static var knowsResized: Bool { flowcount_knows_resized() != 0 }

  private final class Known {}

  private static func countsObjects() -> Bool {
    let before = Events.ofThread()
    for _ in 0..<3 {
      let object = Unmanaged.passRetained(Known())
      flowcount_known_references(object.toOpaque())
      object.release()
    }
    let counted = Events.ofThread() - before
    return counted.objects == 3 && counted.retains >= 3 * 7
      && counted.releases == counted.retains + 3
  }
}
