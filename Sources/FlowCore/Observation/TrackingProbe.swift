import Observation

/// Detects whether Observation tracks the current code, for which Observation has no API.
///
/// Observation stores the key paths accessed by a tracked body in a set and therefore hashes them.
/// The key path of the probe has a component that counts its hashes.
final class TrackingProbe: Observable {
  private final class HashCount {
    // Unchecked, here and below: no other code runs during an access.
    @safe @exclusivity(unchecked) var value = 0
  }

  private struct Marker: Hashable {
    let hashes: HashCount

    static func == (left: Marker, right: Marker) -> Bool { true }
    func hash(into hasher: inout Hasher) { hashes.value &+= 1 }
  }

  private subscript(marker: Marker) -> Int { marker.hashes.value }

  private let hashes: HashCount
  private let path: KeyPath<TrackingProbe, Int>
  @safe @exclusivity(unchecked) private var registrar = ObservationRegistrar()
  /// The number of tracked accesses since the registrar was created.
  @safe @exclusivity(unchecked) private var trackedCount = 0

  init() {
    hashes = HashCount()
    path = \TrackingProbe.[Marker(hashes: hashes)]
  }

  /// A Boolean value that indicates whether Observation tracks the code that runs on this thread.
  var isTracking: Bool {
    let before = hashes.value
    registrar.access(self, keyPath: path)
    guard hashes.value != before else { return false }
    // A registrar keeps each tracking until a change, which never happens here.
    trackedCount += 1
    if trackedCount == 64 {
      trackedCount = 0
      registrar = ObservationRegistrar()
    }
    return true
  }
}

extension UnsafeMutablePointer<StoreCore> {
  /// A Boolean value that indicates whether `observe` or Observation tracks the caller.
  @usableFromInline
  var isReaderTracked: Bool {
    // Not retained, because the caller retains the store.
    unsafe uncountedObservers._withUnsafeGuaranteedRef { observers in
      unsafe observers.reader != nil || (observers.probe ?? observers.makeProbe()).isTracking
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
