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
  private let registrar = ObservationRegistrar()
  /// The probe before this one. Observation registers at the end of a body: a body in which a probe
  /// becomes full would register with a probe that has ended, and never release its closure.
  private var previous: TrackingProbe?

  init(after previous: TrackingProbe? = nil) {
    previous?.previous = nil
    self.previous = previous
    hashes = HashCount()
    path = \TrackingProbe.[Marker(hashes: hashes)]
  }

  /// A Boolean value that indicates whether Observation tracks the code that runs on this thread.
  var isTracking: Bool {
    let before = hashes.value
    registrar.access(self, keyPath: path)
    return hashes.value != before
  }

  /// A Boolean value that indicates whether the registrar has many trackings. It keeps each one
  /// until a change, which never happens here.
  var isFull: Bool { hashes.value >= 256 }
}

extension UnsafeMutablePointer<StoreCore> {
  /// A Boolean value that indicates whether `observe` or Observation tracks the caller.
  @usableFromInline
  var isReaderTracked: Bool {
    // Not retained, because the caller retains the store.
    unsafe uncountedObservers._withUnsafeGuaranteedRef { observers in
      unsafe observers.reader != nil || observers.isTracking
    }
  }
}

extension ObserverList {
  /// A Boolean value that indicates whether Observation tracks the code that runs on this thread.
  var isTracking: Bool {
    let probe = unsafe self.probe ?? makeProbe()
    guard unsafe probe._withUnsafeGuaranteedRef({ $0.isTracking }) else { return false }
    if unsafe probe._withUnsafeGuaranteedRef({ $0.isFull }) { _ = unsafe makeProbe() }
    return true
  }

  @inline(never)
  private func makeProbe() -> Unmanaged<TrackingProbe> {
    let previous = unsafe probe?.takeRetainedValue()
    @safe let new = unsafe Unmanaged.passRetained(TrackingProbe(after: previous))
    probe = new
    return new
  }
}
