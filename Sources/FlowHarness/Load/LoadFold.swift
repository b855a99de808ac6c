public import Workloads

/// What the actions of a load must end in, folded while they are sent: where time jumps, nothing that is
/// reported takes any longer for it, and nobody need remember or repeat what users did.
@usableFromInline
package protocol LoadCheck: AnyObject {
  /// The digest of the whole state after the actions so far.
  var digest: UInt64 { get }
}

/// The fold of a load of one feature.
@usableFromInline
final class LoadFold<F: Feature>: LoadCheck {
  /// Memory of its own: a property would be guarded at each access.
  @usableFromInline let floor: UnsafeMutablePointer<Floor<F>>

  /// The fold before the first action.
  ///
  /// - Parameter feature: Has services of its own.
  init(_ feature: F) {
    floor = .allocate(capacity: 1)
    floor.initialize(to: Floor(feature))
  }

  deinit {
    floor.deinitialize(count: 1)
    floor.deallocate()
  }

  @usableFromInline var digest: UInt64 { floor.pointee.digest }
}
