public import Workloads

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Actions made before the clock starts, in memory that is used again for every batch.
///
/// Its capacity bounds what a run of any length keeps of its actions. The memory comes from the
/// system and not from the allocator, whose books are then about stores alone.
@usableFromInline
package final class ActionBatch<F: Feature> {
  @usableFromInline let memory: UnsafeMutableBufferPointer<F.Action>
  @usableFromInline var count = 0
  let feature: F
  @usableFromInline var generator: ActionGenerator<F>

  /// A batch of at most `capacity` actions of a feature, drawn from `generator` in order.
  init(capacity: Int, feature: F, generator: ActionGenerator<F>) {
    let bytes = capacity * MemoryLayout<F.Action>.stride
    let mapped = mmap(
      nil, max(1, bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let mapped, mapped != MAP_FAILED else {
      preconditionFailure("capacity: \(bytes) bytes for actions cannot be had")
    }
    memory = UnsafeMutableBufferPointer(
      start: mapped.bindMemory(to: F.Action.self, capacity: capacity), count: capacity)
    self.feature = feature
    self.generator = generator
  }

  deinit {
    UnsafeMutableBufferPointer(rebasing: memory[..<count]).deinitialize()
    munmap(memory.baseAddress, max(1, memory.count * MemoryLayout<F.Action>.stride))
  }

  /// The actions of this batch; whoever takes one out of it puts it back.
  @inlinable package var actions: UnsafeMutableBufferPointer<F.Action> {
    UnsafeMutableBufferPointer(rebasing: memory[..<count])
  }

  /// Replaces the actions by the next `count` of the stream.
  @inlinable
  package func refill(_ count: Int) {
    precondition(
      count <= memory.count, "a batch holds at most \(memory.count) actions, got \(count)")
    UnsafeMutableBufferPointer(rebasing: memory[..<self.count]).deinitialize()
    generator.fill(UnsafeMutableBufferPointer(rebasing: memory[..<count]))
    self.count = count
  }

  /// How many actions fit into `bytes`, at least 1,024.
  static func capacity(bytes: Int) -> Int {
    max(1024, bytes / max(1, MemoryLayout<F.Action>.stride))
  }
}
