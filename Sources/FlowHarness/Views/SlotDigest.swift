import Workloads

/// The digest of all slots in order, so that one store and many agree.
@usableFromInline
package func combineSlots(_ count: Int, _ read: (Int) -> UInt64) -> UInt64 {
  var digest = Digest()
  for slot in 0..<count { digest.combine(read(slot)) }
  return digest.value
}
