import Platform
public import Workloads

/// Actions that are generated before the clock starts, in memory that all batches use.
///
/// The memory comes from the system and not from the allocator, whose counts then concern stores
/// only.
@usableFromInline
package final class ActionBatch<F: Feature> {
  @usableFromInline let memory: UnsafeMutableBufferPointer<F.Action>
  @usableFromInline var count = 0
  let feature: F
  @usableFromInline var generator: ActionGenerator<F>
  /// The actions that precede the generated ones, the last one first.
  @usableFromInline var recorded: [F.Action] = []

  /// Creates a batch of at most `capacity` actions of a generator.
  init(capacity: Int, feature: F, generator: ActionGenerator<F>) {
    let bytes = capacity * MemoryLayout<F.Action>.stride
    memory = UnsafeMutableBufferPointer(
      start: MappedMemory.map(bytes: bytes).bindMemory(to: F.Action.self, capacity: capacity),
      count: capacity)
    self.feature = feature
    self.generator = generator
  }

  deinit {
    UnsafeMutableBufferPointer(rebasing: memory[..<count]).deinitialize()
    MappedMemory.unmap(
      memory.baseAddress!, bytes: memory.count * MemoryLayout<F.Action>.stride)
  }

  /// The actions of this batch; an action that is moved out must be moved back.
  @inlinable package var actions: UnsafeMutableBufferPointer<F.Action> {
    UnsafeMutableBufferPointer(rebasing: memory[..<count])
  }

  /// Replaces the actions by the next `count` actions of the generator.
  @inlinable
  package func refill(_ count: Int) {
    precondition(
      count <= memory.count, "a batch holds at most \(memory.count) actions, got \(count)")
    UnsafeMutableBufferPointer(rebasing: memory[..<self.count]).deinitialize()
    let batch = UnsafeMutableBufferPointer(rebasing: memory[..<count])
    if recorded.isEmpty { generator.fill(batch) } else { fillRecorded(batch) }
    self.count = count
  }

  @usableFromInline
  func fillRecorded(_ batch: UnsafeMutableBufferPointer<F.Action>) {
    for index in batch.indices {
      batch.initializeElement(at: index, to: recorded.popLast() ?? generator.next())
    }
  }

  /// Returns the number of actions that fit into `bytes`, at least 1,024.
  static func capacity(bytes: Int) -> Int {
    max(1024, bytes / max(1, MemoryLayout<F.Action>.stride))
  }
}
