import Observation

/// Finds out whether Observation tracks the caller at present, which has no function of its own.
///
/// Observation keeps the key paths that a tracked body accesses in a set, and computes their hashes for
/// that. Outside of a tracked body an access does nothing. The key path of the probe has a component
/// that counts how often its hash is computed.
final class TrackingProbe: Observable {
  private final class HashCount {
    // Unchecked, here and below: no other code is called meanwhile.
    @exclusivity(unchecked) var value = 0
  }

  private struct Marker: Hashable {
    let hashes: HashCount

    static func == (left: Marker, right: Marker) -> Bool { true }
    func hash(into hasher: inout Hasher) { hashes.value &+= 1 }
  }

  private subscript(marker: Marker) -> Int { marker.hashes.value }

  private let hashes: HashCount
  private let path: KeyPath<TrackingProbe, Int>
  @exclusivity(unchecked) private var registrar = ObservationRegistrar()
  /// The number of accesses that were tracked since the registrar was made.
  @exclusivity(unchecked) private var trackedCount = 0

  init() {
    hashes = HashCount()
    path = \TrackingProbe.[Marker(hashes: hashes)]
  }

  /// Whether a body that Observation tracks is running on this thread.
  var isTracking: Bool {
    let before = hashes.value
    registrar.access(self, keyPath: path)
    guard hashes.value != before else { return false }
    // A registrar keeps each tracking until something is changed, which never happens here.
    trackedCount += 1
    if trackedCount == 64 {
      trackedCount = 0
      registrar = ObservationRegistrar()
    }
    return true
  }
}

extension UnsafeMutablePointer<StoreCore> {
  /// Whether the store notes what its caller reads: for a closure given to `observe`, or for Observation.
  @usableFromInline
  var isReaderTracked: Bool {
    // Not counted: the caller holds the store.
    uncountedObservers._withUnsafeGuaranteedRef { observers in
      observers.reader != nil || (observers.probe ?? observers.makeProbe()).isTracking
    }
  }
}

extension ObserverList {
  @inline(never)
  fileprivate func makeProbe() -> TrackingProbe {
    let probe = TrackingProbe()
    self.probe = probe
    return probe
  }
}
