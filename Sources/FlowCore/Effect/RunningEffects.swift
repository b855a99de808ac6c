/// The effects that have begun and not ended, each in a slot; slots are used again.
///
/// Cancelling runs the handlers of whoever is cancelled, which may come back to this table. Its
/// methods therefore only mark, and return the tasks for the caller to cancel; always in the order in
/// which the effects began, so that one seed is one run.
@usableFromInline
struct RunningEffects {
  private struct Entry {
    var context: EffectContext
    /// Known only when the effect did not end before its start returned.
    var task: Task<Void, Never>?
    /// Whether it is work, and not only what holds works together.
    let isWork: Bool
    var isCancelled = false
  }

  /// A use of a slot.
  @usableFromInline
  struct ID {
    fileprivate let slot: Int
    fileprivate let number: Int
  }

  /// By numbers that tell what began earlier from what began later.
  private let entries = SlotTable<Entry>()
  private var lastNumber = 0
  private var slotsByName: [EffectName: Set<Int>] = [:]
  /// Those whose path has too many steps to list their names.
  private var deepSlots: Set<Int> = []
  private var parts = VanishingParts()
  /// The path of the effect that was opened last: that of the next is often equal, and then shared.
  private var lastPath = EffectPath()

  @usableFromInline init() {}

  /// How many works there are.
  @usableFromInline private(set) var count = 0

  /// How many slots are taken.
  var entryCount: Int { entries.count }

  /// Whether some belong to parts that may vanish.
  @usableFromInline var hasVanishingParts: Bool { !parts.isEmpty }

  /// Takes a slot.
  @usableFromInline
  mutating func open(_ context: EffectContext, isWork: Bool) -> ID {
    lastNumber += 1
    context.group?.begin()
    if isWork { count += 1 }
    let slot = entries.insert(Entry(context: context, isWork: isWork), number: lastNumber)
    if !context.path.isEmpty {
      if context.path == lastPath {
        entries[slot].context.path = lastPath
      } else {
        lastPath = context.path
      }
      if context.path.isDeep { deepSlots.insert(slot) }
      for name in context.path.names {
        slotsByName[name, default: []].insert(slot)
        parts.add(name)
      }
    }
    return ID(slot: slot, number: lastNumber)
  }

  /// Remembers the task of an effect that did not end at once, to cancel it by.
  @usableFromInline
  mutating func keep(_ task: Task<Void, Never>, of id: ID) {
    guard entries.number(of: id.slot) == id.number else { return }
    entries[id.slot].task = task
    entries[id.slot].context.run?.add(task, number: id.number)
    if entries[id.slot].isCancelled { task.cancel() }
  }

  /// Whether it has ended, or was cancelled.
  @usableFromInline
  func isOver(_ id: ID) -> Bool {
    entries.number(of: id.slot) != id.number || entries[id.slot].isCancelled
  }

  /// Where it belongs, and who waits for it; `nil` if it has ended, or was cancelled.
  @usableFromInline
  func context(of id: ID) -> EffectContext? { isOver(id) ? nil : entries[id.slot].context }

  /// Gives the slot back.
  ///
  /// - Returns: Who waits for the effect to end. The caller notifies them: they may start the next one.
  @usableFromInline
  mutating func close(_ id: ID) -> EffectGroup? {
    precondition(entries.number(of: id.slot) == id.number, "an effect ends once")
    let entry = entries.remove(id.slot)
    if entry.isWork { count -= 1 }
    if entries.count == 0, !lastPath.isEmpty { lastPath = EffectPath() }
    if !entry.context.path.isEmpty {
      if entry.context.path.isDeep { deepSlots.remove(id.slot) }
      for name in entry.context.path.names {
        slotsByName[name]?.remove(id.slot)
        if slotsByName[name]?.isEmpty == true { slotsByName[name] = nil }
        parts.remove(name)
      }
    }
    if entry.task != nil { entry.context.run?.forget(number: id.number) }
    return entry.context.group
  }

  // MARK: - Cancelling

  /// Marks one.
  @usableFromInline
  mutating func cancel(_ id: ID) -> Task<Void, Never>? {
    guard !isOver(id) else { return nil }
    entries[id.slot].isCancelled = true
    return entries[id.slot].task
  }

  /// Marks all that have one of the names.
  ///
  /// - Complexity: O(*n* log *n*) for *n* effects of these names.
  @usableFromInline
  mutating func cancel(_ names: [EffectName]) -> [Task<Void, Never>] {
    var slots = names.reduce(into: Set<Int>()) { $0.formUnion(slotsByName[$1] ?? []) }
    for slot in deepSlots where names.contains(where: entries[slot].context.path.isReached) {
      slots.insert(slot)
    }
    return mark(slots)
  }

  /// Marks everything.
  @usableFromInline
  mutating func cancelAll() -> [Task<Void, Never>] {
    mark(entries.taken)
  }

  private mutating func mark(_ slots: some Sequence<Int>) -> [Task<Void, Never>] {
    var tasks: [Task<Void, Never>] = []
    for slot in slots.sorted(by: { entries.number(of: $0) < entries.number(of: $1) }) {
      entries[slot].isCancelled = true
      if let task = entries[slot].task { tasks.append(task) }
    }
    return tasks
  }

  // MARK: - Parts that vanish

  /// The names of those whose part has vanished since the last time.
  ///
  /// - Parameter presence: What there is of a part; `nil` if nobody knows.
  func vanished(_ presence: (PlacedPart) -> PartPresence?) -> [EffectName] {
    parts.vanished(presence)
  }

  /// The names of those that belong to members of one collection that were there the last time, and of
  /// which something is true.
  @usableFromInline
  func members(
    of site: PartSite, at path: EffectPath, where hasGone: (AnyHashable) -> Bool
  ) -> [EffectName] { parts.vanished(from: path.part(at: site), where: hasGone) }
}
