public import Observation

/// One part of a state as Observation sees it: who reads the part while Observation tracks them is
/// notified of its next change, once, and reads again.
///
/// What must be true of it: nobody is notified of a change that leaves the part equal, or that touches
/// only other parts; that a part vanishes, or comes back, is a change. From a notification to the next
/// reading the slice is closed, and costs nothing.
///
/// A part that a function computes is known by where the function is written. As long as there are few
/// that were made there, each is asked by itself; the readers of one are then notified of a change to
/// another's part, too. Of more than `mostReadings` nobody keeps account: their readers are notified
/// whenever an action may have changed what the functions are computed from. So a scope that is made
/// again each time that a view is drawn costs no more the longer the view is there.
///
/// What it costs: a copy of the part is held from a reading to the next change, to compare with. A
/// collection in it is then copied at its first write. The registrar's own work is most of the rest:
/// 1 to 2 µs for a change, a notification and a reading.
///
/// Not generic: a generic class makes a new key path at each use of one.
@usableFromInline
final class ObservedSlice: Observer, Observable {
  /// What one function, or the path, was found to be when it was read.
  @usableFromInline
  final class Reading {
    /// The functions on the way; none for a part that is known exactly.
    @usableFromInline let functions: [SliceFunction.Instance]
    /// The `LastReading` of an optional part.
    @usableFromInline let last: AnyObject
    /// Whether the part differs, as far as is known.
    @usableFromInline let mayDiffer: () -> Bool
    /// Whether the part differs for certain.
    @usableFromInline let differs: () -> Bool
    /// Lets go of what was read.
    @usableFromInline let release: () -> Void

    @usableFromInline
    init(
      functions: [SliceFunction.Instance], last: AnyObject, mayDiffer: @escaping () -> Bool,
      differs: @escaping () -> Bool, release: @escaping () -> Void
    ) {
      self.functions = functions
      self.last = last
      self.mayDiffer = mayDiffer
      self.differs = differs
      self.release = release
    }
  }

  @usableFromInline let registrar = ObservationRegistrar()
  /// The type of the part.
  @usableFromInline let type: ObjectIdentifier
  /// The first, and for a part that is known exactly the only one; kept when the slice closes, to be
  /// used again.
  @exclusivity(unchecked) @usableFromInline var reading: Reading?
  /// Those of other functions that were made at the same place.
  @exclusivity(unchecked) @usableFromInline var others: [Reading] = []
  /// Whether there were too many functions to keep account of.
  @exclusivity(unchecked) @usableFromInline var isCoarse = false

  /// Which of the list's notifications was the last when it opened.
  @exclusivity(unchecked) var seen = 0

  /// How many functions of one place are asked one by one.
  @inlinable static var mostReadings: Int { 8 }

  @usableFromInline
  init(region: StateRegion, type: ObjectIdentifier, observers: ObserverList) {
    self.type = type
    // The list lives as long as the slice.
    unowned(unsafe) let observers = observers
    super.init(
      region: region, isOpen: false,
      check: { observer in
        let slice = unsafeDowncast(observer, to: ObservedSlice.self)
        // Who has just read what cannot be compared has seen it.
        guard slice.seen != observers.notifications else { return }
        if slice.mayDiffer { observers.notify(slice) }
      },
      hasChanged: { observer in
        let slice = unsafeDowncast(observer, to: ObservedSlice.self)
        if let reading = slice.reading, reading.differs() { return true }
        return slice.others.contains { $0.differs() }
      })
  }

  @usableFromInline
  var mayDiffer: Bool {
    if isCoarse { return true }
    if let reading, reading.mayDiffer() { return true }
    return !others.isEmpty && others.contains { $0.mayDiffer() }
  }

  // The path with no component: the registrar hashes its path four times for each notification, and
  // this one costs the least. Made once: each use would ask the runtime for it.
  private nonisolated(unsafe) static let path: KeyPath<ObservedSlice, ObservedSlice> = \.self

  /// Notifies the registrar that somebody reads.
  @usableFromInline
  func access() { registrar.access(self, keyPath: Self.path) }

  /// Notifies who read.
  @usableFromInline
  func notify() {
    registrar.willSet(self, keyPath: Self.path)
    registrar.didSet(self, keyPath: Self.path)
  }
}

extension ObservedSlice {
  /// Whether it keeps account of these functions, or of the part if there are none.
  @usableFromInline
  func knows(_ key: SliceKey) -> Bool {
    let functions = key.functions
    if let reading, reading.isOf(functions) { return true }
    return others.contains { $0.isOf(functions) }
  }

  /// Keeps account of one function more, or of none of too many.
  @usableFromInline
  func keep(_ new: Reading) {
    if reading == nil {
      reading = new
    } else if others.count + 1 < Self.mostReadings {
      others.append(new)
    } else {
      isCoarse = true
      reading = nil
      others = []
    }
  }

  /// Lets go of what was read.
  func forget() {
    isCoarse = false
    guard let reading else { return }
    if reading.functions.isEmpty {
      reading.release()
    } else {
      self.reading = nil
      others = []
    }
  }
}

extension ObservedSlice.Reading {
  fileprivate func isOf(_ functions: [SliceFunction.Instance]) -> Bool {
    self.functions.elementsEqual(functions) { $0 === $1 }
  }
}
